import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { refusedFields } from './refused-fields.ts'

const fields = ['membername', 'otp', 'provinceid'] as const
const fieldOf = { otp: 'otp', 'location.unknown': 'provinceid' } as const
const refused = (code: string, errors: Record<string, string> = {}) => new ApiError(422, 'Kata server', { code, errors })
const shown = (error: Error) => refusedFields(error, fields, fieldOf)

test('what the server names goes beside its field, also from within a part of the request', () => {
  expect(shown(refused('input.invalid', { 'member.membername': 'Terlalu pendek', otp: 'Wajib diisi' }))).toEqual({
    membername: 'Terlalu pendek',
    otp: 'Wajib diisi',
  })
})

test('two fields of one name within two parts of a request are told apart', () => {
  const error = refused('input.invalid', { 'patterns.balance': 'Terlalu rumit' })
  expect(refusedFields(error, ['templates_balance', 'patterns_balance'])).toEqual({ patterns_balance: 'Terlalu rumit' })
})

test('a refusal that names no field goes to the one of its code, or of the subject of its code', () => {
  expect(shown(refused('location.unknown'))).toEqual({ provinceid: 'Kata server' })
  expect(shown(refused('otp.expired'))).toEqual({ otp: 'Kata server' })
})

test('what is about no field of the form is left for the message', () => {
  expect(shown(refused('rate.too_many'))).toEqual({})
  expect(shown(refused('input.invalid', { sid: 'Tidak dikenal' }))).toEqual({})
  expect(shown(new ApiError(0, 'Tidak ada jawaban dari server'))).toEqual({})
  expect(shown(new Error('offline'))).toEqual({})
})
