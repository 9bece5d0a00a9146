import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  groupInFours,
  isIncompleteMobile,
  isMobile,
  normaliseTarget,
  parseOrderLine,
  targetFormatWarning,
  toNationalMobile,
} from './targets.ts'

test('normalises pasted mobile numbers and leaves other targets unchanged', () => {
  for (const pasted of ['0812-3456 7890', '+62 812 3456 7890', '+62 0812 3456 7890', '+62 (0)812-3456-7890', ' (0812) 3456.7890 '])
    expect(normaliseTarget(pasted)).toBe('081234567890')
  expect(normaliseTarget('62 0812 3456')).toBe('6208123456')
  expect(normaliseTarget(' budi+kios@contoh.id')).toBe('budi+kios@contoh.id')
  fc.assert(fc.property(fc.stringMatching(/^0\d{3,14}$/), (number) => normaliseTarget(groupInFours(number)) === number))
})

test('recognises a mobile number without its leading zero, and an incomplete mobile number', () => {
  for (const written of ['081234567890', '81234567890', '6281234567890', '+6281234567890', '006281234567890', '0062081234567890']) {
    expect(toNationalMobile(written)).toBe('081234567890')
    expect(isMobile(written)).toBe(true)
    expect(isIncompleteMobile(written)).toBe(false)
  }
  for (const half of ['08', '0812', '8123', '62812345', '081234567'])
    expect([isIncompleteMobile(half), isMobile(half)]).toEqual([true, false])
  for (const other of ['14123456789', '530000000002', '80', 'budi', '08123456789012'])
    expect([isIncompleteMobile(other), isMobile(other)]).toEqual([false, false])
})

test('accepts as a PLN target a meter number of 11 digits or a customer number of 12 digits', () => {
  for (const meter of ['14123456789', '513210012345']) expect(targetFormatWarning(meter, 'meter')).toBe(null)
  for (const other of ['1412345678', '5132100123456', '+6280112345', '0801123456a', ''])
    expect(targetFormatWarning(other, 'meter')).toBe('Nomor meter PLN terdiri dari 11 angka, ID pelanggan 12 angka')
})

test('parses a product code and a target in one line in either order', () => {
  for (const line of ['S10 081234567890', 's10 0812-3456-7890', 'S10.081234567890', '0812 3456 7890 s10', ' S10  +62 812 3456 7890 '])
    expect(parseOrderLine(line)).toEqual({ code: 'S10', target: '081234567890' })
  for (const line of ['', 'S10', '081234567890', '0812 3456 7890', 'budi santoso', 'budi+kios@contoh.id', 'Ibu Sari 0812', '10S 0812'])
    expect(parseOrderLine(line), line).toBe(null)
})
