import { expect, test } from 'vitest'
import { relativeTime } from '#lib/relative-time.ts'

const now = new Date('2026-11-21T05:00:00Z')
const before = (seconds: number) => relativeTime(new Date(now.getTime() - seconds * 1000), now)

test.each([
  [-30, 'baru saja'],
  [0, 'baru saja'],
  [59, 'baru saja'],
  [60, '1 menit lalu'],
  [3_599, '59 menit lalu'],
  [3_600, '1 jam lalu'],
  [86_399, '23 jam lalu'],
  [86_400, 'kemarin'],
  [2 * 86_400, '2 hari lalu'],
  [30 * 86_400, '30 hari lalu'],
  [31 * 86_400, '1 bulan lalu'],
  [400 * 86_400, 'lebih dari setahun lalu'],
])('a time %i seconds before now is shown as %j', (seconds, words) => {
  expect(before(seconds)).toBe(words)
})
