import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanTarget, inFours } from './targets.ts'

test('numbers are read however they were pasted, and other targets are left alone', () => {
  for (const pasted of ['0812-3456 7890', '+62 812 3456 7890', '+62 0812 3456 7890', '+62 (0)812-3456-7890', ' (0812) 3456.7890 '])
    expect(cleanTarget(pasted)).toBe('081234567890')
  expect(cleanTarget('62 0812 3456')).toBe('6208123456')
  expect(cleanTarget(' budi+kios@contoh.id')).toBe('budi+kios@contoh.id')
  fc.assert(fc.property(fc.stringMatching(/^0\d{3,14}$/), (number) => cleanTarget(inFours(number)) === number))
})
