import { expect, test } from 'vitest'
import type { Settings } from '#contexts/system/settings/settings.ts'
import { saleFee } from './snapshot.ts'

const sold = { product: { id: 1n, brandId: 2n, categoryId: 3n }, offer: { id: 4n, sellerId: 5n } }

test.each([
  { flat: 0n, basisPoints: 0, price: 10_000n, fee: 0n },
  { flat: 50n, basisPoints: 0, price: 10_000n, fee: 50n },
  { flat: 50n, basisPoints: 25, price: 10_000n, fee: 75n },
  // The fee is rounded down, in the seller's favour.
  { flat: 0n, basisPoints: 25, price: 399n, fee: 0n },
  { flat: 0n, basisPoints: 25, price: 400n, fee: 1n },
  { flat: 0n, basisPoints: 1, price: 2_000_000_001n, fee: 200_000n },
  // The fee is never more than the price, and 0 for a price of 0.
  { flat: 10_000n, basisPoints: 1_000, price: 9_999n, fee: 9_999n },
  { flat: 10_000n, basisPoints: 1_000, price: 0n, fee: 0n },
])('the fee of a sale with price $price is $fee for a flat fee of $flat plus $basisPoints/100 %', ({ flat, basisPoints, price, fee }) => {
  const settings = { get: (name: string) => (name === 'sale.feeFlat' ? flat : basisPoints) } as Settings
  expect(saleFee(settings, { ...sold, price })).toBe(fee)
})
