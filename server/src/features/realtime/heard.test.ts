import { expect, test } from 'vitest'
import { rememberHeard } from './heard.ts'

function atClock() {
  const clock = { now: 1_000_000 }
  return { clock, heard: rememberHeard(() => clock.now) }
}

test('who was heard of since then may have missed it, and nobody else', () => {
  const { clock, heard } = atClock()
  heard.note({ memberId: 1n, subject: 5n })
  clock.now += 10_000
  expect(heard.since(1n, clock.now - 12_000)).toBe(true)
  expect(heard.since(1n, clock.now - 1_000)).toBe(false)
  expect(heard.since(2n, clock.now - 12_000)).toBe(false)
})

test('what is told without a name may concern everybody', () => {
  const { clock, heard } = atClock()
  heard.note({ subject: 5n })
  clock.now += 10_000
  expect(heard.since(2n, clock.now - 12_000)).toBe(true)
  expect(heard.since(2n, clock.now - 1_000)).toBe(false)
})

test('what came shortly before a page began may not have been in the memory that answered it', () => {
  const { clock, heard } = atClock()
  heard.note({ memberId: 1n, subject: 5n })
  clock.now += 1_000
  expect(heard.since(1n, clock.now)).toBe(true)
})

test('of a page that took longer than is remembered nothing is known, so it may have missed something', () => {
  const { clock, heard } = atClock()
  heard.note({ memberId: 1n, subject: 5n })
  for (let minute = 0; minute < 5; minute += 1) {
    clock.now += 60_000
    heard.note({ memberId: 2n, subject: 5n })
  }
  expect(heard.since(1n, clock.now - 300_000)).toBe(true)
  expect(heard.since(1n, clock.now - 60_000)).toBe(false)
})
