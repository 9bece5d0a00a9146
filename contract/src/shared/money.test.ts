import { expect, test } from 'vitest'
import { rupiahText, senText } from './money.ts'

test.each([
  [1_250_000n, 'Rp 1.250.000'],
  [0n, 'Rp 0'],
  [-75_000n, '−Rp 75.000'],
  [-99_874, '−Rp 99.874'],
])('a negative rupiah amount has its minus sign before the currency [B-CONST-35]: %s', (money, text) => {
  expect(rupiahText(money)).toBe(text)
})

test.each([
  [650_050n, 'Rp 6.500,50'],
  [650_000n, 'Rp 6.500'],
  [-50n, '−Rp 0,50'],
  [-7_500_005n, '−Rp 75.000,05'],
])('a negative sen amount has its minus sign before the currency: %s', (sen, text) => {
  expect(senText(sen)).toBe(text)
})
