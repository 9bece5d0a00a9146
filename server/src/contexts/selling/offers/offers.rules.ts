import { Refusal } from '#http/refusal.ts'

const prepaid = 0

interface Terms {
  sell_price: bigint
  promo_price: bigint | null
  cutoff_from: string | null
  cutoff_to: string | null
}

/** Throws a refusal when the terms of an offer are invalid. */
export function checkTerms({ sell_price, promo_price, cutoff_from, cutoff_to }: Terms, productType: number) {
  // For bills and open denominations the price is only the seller's part, which may be zero; prepaid products must have a price.
  if (productType === prepaid && sell_price === 0n)
    throw new Refusal('input.invalid', {}, { errors: { sellprice: 'Harga jual wajib diisi' } })
  if (promo_price !== null && promo_price >= sell_price) throw new Refusal('offer.promo_too_high')
  if ((cutoff_from === null) !== (cutoff_to === null)) {
    throw new Refusal(
      'input.invalid',
      {},
      { errors: { [cutoff_from === null ? 'cutoffawal' : 'cutoffakhir']: 'Isi jam awal dan jam akhir cut-off' } },
    )
  }
}

/** Whether a price falls by at least `basisPoints`, which an attacker with a stolen session would want. */
export const fallsFar = (basisPoints: number, price: bigint, becomes: bigint): boolean =>
  (price - becomes) * 10_000n >= price * BigInt(basisPoints)
