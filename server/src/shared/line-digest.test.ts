import { expect, test } from 'vitest'
import { lineDigest, type Word } from './line-digest.ts'

const digestOf = (...lines: Word[][]) => {
  const digest = lineDigest()
  for (const line of lines) digest.add(line)
  return digest.value()
}

test('values of different types have different digests even if they print alike', () => {
  const alike: Word[] = [null, 'null', undefined, 'undefined', 0, '0', false, 'false', '']
  expect(new Set(alike.map((word) => digestOf([word]))).size).toBe(alike.length)
})

test('only the same lines in the same order have the same digest', () => {
  const lines: Word[][] = [
    [1n, 'A', null],
    [2n, 'B', true],
  ]
  expect(digestOf(...lines)).toBe(digestOf(...lines))
  expect(digestOf([1, 'A', null], [2, 'B', true]), 'a number is the same however it is held').toBe(digestOf(...lines))
  for (const other of [
    lines.toReversed(),
    [lines.flat()],
    [
      [1n, 'A'],
      [null, 2n, 'B', true],
    ],
    lines.slice(1),
  ])
    expect(digestOf(...other)).not.toBe(digestOf(...lines))
})
