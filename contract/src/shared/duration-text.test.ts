import { expect, test } from 'vitest'
import { durationText } from './duration-text.ts'
import { linkValidity } from './mailed-links.ts'

test('a duration is told in the largest unit that leaves no rest, but never in days', () => {
  expect([30, 60, 90, 1800, 3600, 5400, 86_400].map(durationText)).toEqual([
    '30 detik',
    '1 menit',
    '90 detik',
    '30 menit',
    '1 jam',
    '90 menit',
    '24 jam',
  ])
})

test('links of letters hold two days, those that set a password an hour', () => {
  expect([linkValidity('activate'), linkValidity('reset')]).toEqual(['48 jam', '1 jam'])
})
