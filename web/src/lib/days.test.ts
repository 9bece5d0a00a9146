import { expect, test } from 'vitest'
import { daysBefore, jakartaToday } from './days.ts'

test('jakartaToday returns the date in Jakarta, independent of the time zone of the device', () => {
  expect(jakartaToday(new Date('2026-11-20T16:59:59Z'))).toBe('2026-11-20')
  expect(jakartaToday(new Date('2026-11-20T17:00:00Z'))).toBe('2026-11-21')
})

test('daysBefore counts back over months and leap years', () => {
  expect(daysBefore('2026-03-01', 1)).toBe('2026-02-28')
  expect(daysBefore('2028-03-01', 1)).toBe('2028-02-29')
  expect(daysBefore('2026-01-03', 6)).toBe('2025-12-28')
})
