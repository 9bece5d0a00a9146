import { expect, test } from 'vitest'
import { durationText } from './duration-text.ts'
import { linkValidity } from './mailed-links.ts'

test('a duration is written in the largest unit that divides it, but never in days', () => {
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

test('an activation link is valid for 48 hours, a password reset link for one hour', () => {
  expect([linkValidity('activate'), linkValidity('reset')]).toEqual(['48 jam', '1 jam'])
})
