import { expect, test } from 'vitest'
import { timeLeft } from '#lib/time-left.ts'

const now = new Date('2026-11-22T10:00:00+07:00')

test.each([
  ['2026-11-25T09:59:59+07:00', '2 hari 23:59:59'],
  ['2026-11-23T10:00:00+07:00', '1 hari 00:00:00'],
  ['2026-11-22T11:02:03+07:00', '01:02:03'],
  ['2026-11-22T10:00:00.900+07:00', '00:00:00'],
  ['2026-11-22T09:00:00+07:00', '00:00:00'],
])('the remaining time until %s is %s', (until, left) => {
  expect(timeLeft(new Date(until), now)).toBe(left)
})
