import { expect, test } from 'vitest'
import { phoneError, typedPhone } from './phone.ts'

test('normalises pasted phone numbers', () => {
  for (const pasted of ['0812-3456 7890', '+62 812 3456 7890', '62 812-3456-7890', ' (0812) 3456.7890', '+62812 3456 7890'])
    expect(typedPhone(pasted), pasted).toBe('081234567890')
  expect(typedPhone('budi')).toBe('')
  expect(typedPhone('6')).toBe('6')
})

test('requires at least ten characters for a phone number', () => {
  expect(phoneError('')).toBe('Nomor Telp Belum Diisi')
  expect(phoneError('081234567')).toBe('Nomor Telp Tidak valid')
  expect(phoneError('0812345678')).toBeNull()
})
