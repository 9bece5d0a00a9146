import { expect, test } from 'vitest'
import { parsePlnToken } from '#outside/suppliers/pln-token.ts'

test.each([
  ['1234-5678-9012-3456-7890/BUDI SANTOSO/R1/1300VA/32,5', 'BUDI SANTOSO', 'R1', '1300VA', '32,5'],
  ['12345678901234567890/A/B CV/R1M /000900/13.70', 'A/B CV', 'R1M', '000900', '13.70'],
  ['Token: 1234 5678 9012 3456 7890 / SITI / B2 / 6.600 VA / 120,25 kWh', 'SITI', 'B2', '6.600 VA', '120,25'],
])('a PLN token is read from %s', (text, name, tariff, power, kwh) => {
  expect(parsePlnToken(text)).toEqual({ token: '1234-5678-9012-3456-7890', name, tariff, power, kwh })
})

test.each([
  '2301998877',
  'ABC/DEF',
  '1234/BUDI/R1/1300VA/32,5',
  '12345678901234567890//R1/1300VA/32,5',
  '',
  '/////',
  '12345678901234567890/BUDI/R1/1300VA/banyak',
])('any other serial number stays what it is: %s', (text) => expect(parsePlnToken(text)).toBeNull())
