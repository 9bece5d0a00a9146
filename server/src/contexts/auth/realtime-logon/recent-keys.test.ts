import { expect, test } from 'vitest'
import { createRecentKeys } from './recent-keys.ts'

/** Notes with a clock that only the test advances. */
function stage(room = { maxKeys: 3, keptMs: 1_000 }) {
  const clock = { ms: 100 }
  return { clock, noted: createRecentKeys<string>(room, () => clock.ms) }
}

test('reaches() is false for the time at which the notes began and for earlier times', () => {
  const { noted } = stage()
  expect([99, 100, 101].map((since) => noted.reaches(since))).toEqual([false, false, true])
})

test('only the last note of a key is kept', () => {
  const { clock, noted } = stage()
  noted.record('anna')
  clock.ms = 200
  noted.record('budi')
  noted.record('anna')
  expect([200, 201].map((since) => noted.has('anna', since))).toEqual([true, false])
  expect(noted.has('citra', 0)).toBe(false)
  expect(noted.keys(200).toSorted()).toEqual(['anna', 'budi'])
})

test('reaches() is false for times before the newest dropped note', () => {
  const { clock, noted } = stage()
  for (const name of ['anna', 'budi', 'citra', 'dewi']) {
    clock.ms += 10
    noted.record(name)
  }
  expect([110, 111].map((since) => noted.reaches(since))).toEqual([false, true])
  clock.ms = 1_135
  noted.record('eka')
  expect([130, 131].map((since) => noted.reaches(since))).toEqual([false, true])
  expect(noted.keys(0)).toEqual(['dewi', 'eka'])
})

test('the notes never exceed their maximum and always include the newest ones', () => {
  const { clock, noted } = stage({ maxKeys: 100, keptMs: 1_000_000 })
  for (let at = 0; at < 1_000; at += 1) {
    clock.ms += 1
    noted.record(`${at}`)
    expect(noted.keys(0).length).toBeLessThanOrEqual(100)
  }
  const kept = noted.keys(0)
  expect(kept.length).toBeGreaterThanOrEqual(75)
  expect(kept).toEqual(Array.from({ length: kept.length }, (_, at) => `${1_000 - kept.length + at}`))
  expect([clock.ms - kept.length, clock.ms - kept.length + 1].map((since) => noted.reaches(since))).toEqual([false, true])
})

test('beginAnew() drops all earlier notes', () => {
  const { clock, noted } = stage()
  clock.ms = 150
  noted.record('anna')
  clock.ms = 200
  noted.clear()
  expect(noted.keys(0)).toEqual([])
  expect([200, 201].map((since) => noted.reaches(since))).toEqual([false, true])
})
