import { expect, test } from 'vitest'
import { caretIn, readRupiah, typeRupiah } from '#lib/rupiah-typed.ts'

test.each([
  ['15000', 15_000n],
  ['15.000', 15_000n],
  ['Rp 1.250.000', 1_250_000n],
  ['', null],
])('%j is read', (text, money) => {
  expect(readRupiah(text)).toBe(money)
})

test.each(['10500.50', '1,5', '-5000', '15,000.00', '1e5', '10.5', '1.0000', 'lima ribu'])('%j is no sum', (text) => {
  expect(readRupiah(text)).toBeUndefined()
})

/** As keys give it, one after the other at the end. */
const typed = (keys: string) => [...keys].reduce((before, key) => typeRupiah(before, before + key, /\d/.test(key)).text, '')

test('dots move with the digits, and typed ones are taken where they belong', () => {
  expect(typed('1250000')).toBe('1.250.000')
  expect(typed('10.500')).toBe('10.500')
})

test.each(['10500.50', '1,5', '-5000', '15,000.00', '1e5'])('typed key by key, %j becomes no other sum', (keys) => {
  expect(readRupiah(typed(keys))).toBeUndefined()
})

test('the caret stays behind its digit', () => {
  expect(caretIn('1.250.000', 4)).toBe(5)
  expect(caretIn('1.250.000', 0)).toBe(0)
})
