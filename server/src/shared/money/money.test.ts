import { describe, expect, test } from 'vitest'
import { buyerPrice, hasPromo } from './price.ts'
import { decimalOf, senOf, wholeRupiah } from './sen.ts'
import { typedSum } from './typed-sum.ts'

describe('the price for a buyer', () => {
  const offer = (promoPrice: bigint | null) => ({ sellPrice: 10_000n, promoPrice })

  test('is the special price in every case, even if it is higher or 0', () => {
    expect(buyerPrice(offer(9_000n), 12_000n)).toBe(12_000n)
    expect(buyerPrice(offer(null), 0n)).toBe(0n)
  })

  test.each([
    [null, 10_000n],
    [0n, 10_000n],
    [-1n, 10_000n],
    [1n, 1n],
    [9_999n, 9_999n],
    [10_000n, 10_000n],
    [10_001n, 10_000n],
  ])('with a promo price of %s is %s', (promo, price) => {
    expect(buyerPrice(offer(promo), null)).toBe(price)
    expect(hasPromo(offer(promo))).toBe(price !== 10_000n)
  })
})

describe('sen conversion', () => {
  test.each([
    ['100123.00', 10_012_300n],
    ['100123.5', 10_012_350n],
    ['100123.050', 10_012_305n],
    ['0.07', 7n],
    ['.5', 50n],
    ['7', 700n],
    ['-12.34', -1_234n],
    ['-0.01', -1n],
    ['0', 0n],
  ])('reads %s', (decimal, sen) => {
    expect(senOf(decimal)).toBe(sen)
  })

  test.each(['', '-', '.', '1.234', '1,5', ' 1', '1 ', 'Rp 1', '1.2.3', '--1', '1e3'])('refuses “%s” with a message', (decimal) => {
    expect(() => senOf(decimal)).toThrow(`${decimal} is not an amount`)
  })

  test.each([
    [10_012_300n, '100123.00'],
    [7n, '0.07'],
    [70n, '0.70'],
    [0n, '0.00'],
    [-1n, '-0.01'],
    [-1_234n, '-12.34'],
  ])('writes %s', (sen, decimal) => {
    expect(decimalOf(sen)).toBe(decimal)
    expect(senOf(decimal)).toBe(sen)
  })

  test('returns whole rupiah only without a fraction', () => {
    expect([700n, -700n, 0n].map(wholeRupiah)).toEqual([7n, -7n, 0n])
    expect([701n, 799n, -1n].map(wholeRupiah)).toEqual([null, null, null])
  })
})

test.each([
  ['50.000', 50_000n],
  ['Rp 50.000', 50_000n],
  ['rp50000', 50_000n],
  ['−Rp 50.000', 50_000n],
  ['+ 50 000', 50_000n],
  ['-1', 1n],
  ['999999999999999', 999_999_999_999_999n],
  ['9999999999999999', null],
  ['', null],
  ['Rp', null],
  ['50rp', null],
  ['5a', null],
  ['a5', null],
  ['5,5', null],
  ['١٢', null],
])('typed text “%s” is parsed as %s', (typed, sum) => {
  expect(typedSum(typed)).toBe(sum)
})
