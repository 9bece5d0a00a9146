import { expect, test } from 'vitest'
import { quietUntil } from './quiet.ts'

test.each([
  ['22:00', '06:00', '2026-03-01T16:30:00Z', '2026-03-01T23:00:00.000Z'],
  ['22:00', '06:00', '2026-03-01T22:59:00Z', '2026-03-01T23:00:00.000Z'],
  ['22:00', '06:00', '2026-03-01T23:00:00Z', null],
  ['12:00', '13:00', '2026-03-01T05:00:00Z', '2026-03-01T06:00:00.000Z'],
  ['12:00', '13:00', '2026-03-01T06:00:00Z', null],
])('quiet hours from %s to %s WIB, evaluated at %s, end at %s', (from, until, now, end) => {
  const minute = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
  expect(quietUntil({ from_minute: minute(from), until_minute: minute(until) }, new Date(now))?.toISOString() ?? null).toBe(end)
})
