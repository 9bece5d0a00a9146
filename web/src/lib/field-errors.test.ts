import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { fieldErrors } from './field-errors.ts'

const fields = ['membername', 'otp', 'provinceid'] as const
const fieldOf = { otp: 'otp', 'location.unknown': 'provinceid' } as const
const refused = (code: string, errors: Record<string, string> = {}) => new ApiError(422, 'Kata server', { code, errors })
const shown = (error: Error) => fieldErrors(error, fields, fieldOf)

test('assigns the errors in the answer of the server to their form fields, also if their names are nested', () => {
  expect(shown(refused('input.invalid', { 'member.membername': 'Terlalu pendek', otp: 'Wajib diisi' }))).toEqual({
    membername: 'Terlalu pendek',
    otp: 'Wajib diisi',
  })
})

test('distinguishes two nested fields with the same last name', () => {
  const error = refused('input.invalid', { 'patterns.balance': 'Terlalu rumit' })
  expect(fieldErrors(error, ['templates_balance', 'patterns_balance'])).toEqual({ patterns_balance: 'Terlalu rumit' })
})

test('assigns an error without field names to the field of its code or of the first part of its code', () => {
  expect(shown(refused('location.unknown'))).toEqual({ provinceid: 'Kata server' })
  expect(shown(refused('otp.expired'))).toEqual({ otp: 'Kata server' })
})

test('does not assign an error to a form field if the error is about something else', () => {
  expect(shown(refused('rate.too_many'))).toEqual({})
  expect(shown(refused('input.invalid', { sid: 'Tidak dikenal' }))).toEqual({})
  expect(shown(new ApiError(0, 'Tidak ada jawaban dari server'))).toEqual({})
  expect(shown(new Error('offline'))).toEqual({})
})
