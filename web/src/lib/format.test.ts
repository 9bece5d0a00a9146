import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanTarget, daysBefore, inFours, jakartaToday, shorterName, shortName, wib } from './format.ts'

test('moments are written in the time of Jakarta, whatever the clock of the device is set to', () => {
  expect(wib(new Date('2026-11-20T18:30:09.999Z'))).toBe('2026/11/21 01:30:09')
  expect(wib(new Date('2026-12-31T17:00:00Z'))).toBe('2027/01/01 00:00:00')
  expect(jakartaToday(new Date('2026-11-20T16:59:59Z'))).toBe('2026-11-20')
  expect(jakartaToday(new Date('2026-11-20T17:00:00Z'))).toBe('2026-11-21')
})

test('days are counted back over months and leap years', () => {
  expect(daysBefore('2026-03-01', 1)).toBe('2026-02-28')
  expect(daysBefore('2028-03-01', 1)).toBe('2028-02-29')
  expect(daysBefore('2026-01-03', 6)).toBe('2025-12-28')
})

test('numbers are read however they were pasted, and other targets are left alone', () => {
  for (const pasted of ['0812-3456 7890', '+62 812 3456 7890', ' (0812) 3456.7890 ']) expect(cleanTarget(pasted)).toBe('081234567890')
  expect(cleanTarget(' budi+kios@contoh.id')).toBe('budi+kios@contoh.id')
  fc.assert(fc.property(fc.stringMatching(/^0\d{3,14}$/), (number) => cleanTarget(inFours(number)) === number))
})

test('long names end in an ellipsis, short ones stay', () => {
  expect(shortName('Sinar Pulsa Nusantara')).toBe('Sinar Pulsa Nusantar…')
  expect(shorterName('Anging Mammiri Cell')).toBe('Anging Mammiri…')
  expect(shortName('Deli')).toBe('Deli')
})
