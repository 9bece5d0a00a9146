import { expect, test } from 'vitest'
import { payloadsOf } from './notify.ts'

test('all words are in the payloads, in order, and each payload fits into a NOTIFY', () => {
  const words = Array.from({ length: 5_000 }, (_, index) => `${index}:${'7'.repeat(index % 40)}`)
  const payloads = payloadsOf(words)
  expect(payloads.join(' ').split(' ')).toEqual(words)
  expect(Math.max(...payloads.map(({ length }) => length))).toBeLessThan(8_000)
  expect(payloads.length).toBeLessThan(20)
})

test('an empty list of words gives no payloads', () => {
  expect(payloadsOf([])).toEqual([])
})
