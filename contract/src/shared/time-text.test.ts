import { expect, test } from 'vitest'
import { wib } from './time-text.ts'

test('moments are formatted in Jakarta time, independent of the time zone of the device', () => {
  expect(wib(new Date('2026-11-20T18:30:09.999Z'))).toBe('2026/11/21 01:30:09 WIB')
  expect(wib(new Date('2026-12-31T17:00:00Z'))).toBe('2027/01/01 00:00:00 WIB')
})
