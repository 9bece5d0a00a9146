import { expect, test } from 'vitest'
import { normalisePhone, phoneError } from './phone.ts'

test('normalises pasted phone numbers', () => {
  for (const pasted of ['0812-3456 7890', '+62 812 3456 7890', '62 812-3456-7890', ' (0812) 3456.7890', '+62812 3456 7890'])
    expect(normalisePhone(pasted), pasted).toBe('081234567890')
  expect(normalisePhone('budi')).toBe('')
  expect(normalisePhone('6')).toBe('6')
})

test('requires at least ten characters for a phone number', () => {
  expect(phoneError('')).toBe('Nomor Telp Belum Diisi')
  expect(phoneError('081234567')).toBe('Nomor Telp Tidak valid')
  expect(phoneError('0812345678')).toBeNull()
})
