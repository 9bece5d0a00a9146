import { expect, test } from 'vitest'
import { caretAfterDigits, parseRupiah, updateRupiahInput } from '#lib/rupiah-input.ts'

test.each([
  ['15000', 15_000n],
  ['15.000', 15_000n],
  ['Rp 1.250.000', 1_250_000n],
  ['', null],
])('parses %j as an amount', (text, money) => {
  expect(parseRupiah(text)).toBe(money)
})

test.each(['10500.50', '1,5', '-5000', '15,000.00', '1e5', '10.5', '1.0000', 'lima ribu'])('refuses %j as an amount', (text) => {
  expect(parseRupiah(text)).toBeUndefined()
})

/** Simulates single key presses at the end of the text. */
const typed = (keys: string) => [...keys].reduce((before, key) => updateRupiahInput(before, before + key, /\d/.test(key)).text, '')

test('inserts dots while digits are typed, and accepts typed dots at the right place', () => {
  expect(typed('1250000')).toBe('1.250.000')
  expect(typed('10.500')).toBe('10.500')
})

test.each(['10500.50', '1,5', '-5000', '15,000.00', '1e5'])('does not turn %j, typed key by key, into a different amount', (keys) => {
  expect(parseRupiah(typed(keys))).toBeUndefined()
})

test('keeps the caret after the same digit', () => {
  expect(caretAfterDigits('1.250.000', 4)).toBe(5)
  expect(caretAfterDigits('1.250.000', 0)).toBe(0)
})
