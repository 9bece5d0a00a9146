import { expect, test } from 'vitest'
import { parsePlnToken } from '#integrations/suppliers/pln-token.ts'

test.each([
  ['1234-5678-9012-3456-7890/BUDI SANTOSO/R1/1300VA/32,5', 'BUDI SANTOSO', 'R1', '1300VA', '32,5'],
  ['12345678901234567890/A/B CV/R1M /000900/13.70', 'A/B CV', 'R1M', '000900', '13.70'],
  ['Token: 1234 5678 9012 3456 7890 / SITI / B2 / 6.600 VA / 120,25 kWh', 'SITI', 'B2', '6.600 VA', '120,25'],
  ['1234-5678-9012-3456-7890/IBU A-B/R1/900VA/9,1KWH/PLNREF:X/IDPEL:1/RPTOKEN:90.909,00/PPN:0,00', 'IBU A-B', 'R1', '900VA', '9,1'],
  ['TOKEN:1234-5678-9012-3456-7890/NAMA:MINI/TD:R1M-900VA/KWH:13,6', 'MINI', 'R1M', '900VA', '13,6'],
  ['KWH: 13,6/DAYA: 900VA/TARIF: R1M/NAMA: MINI/TOKEN: 12345678901234567890', 'MINI', 'R1M', '900VA', '13,6'],
  ['No Token : 1234-5678-9012-3456-7890/Nama = MINI/Tarif Daya : R1 1300/Jml kWh : 13,6', 'MINI', 'R1', '1300', '13,6'],
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
  'NAMA:MINI/TD:R1M-900VA/KWH:13,6',
  'TOKEN:1234-5678-9012-3456-7890/NAMA:MINI/TD:R1M/KWH:13,6',
  'TOKEN:1234-5678-9012-3456-7890/NAMA:MINI/TD:R1M-900VA',
  'TOKEN:1234-5678-9012-3456-7890/TD:R1M-900VA/KWH:13,6',
  'REFF:12345678901234567890/MINI/R1M/900VA/13,6',
])('a serial number that is not a PLN token is not split: %s', (text) => expect(parsePlnToken(text)).toBeNull())
