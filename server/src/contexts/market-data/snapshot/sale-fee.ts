import type { Settings } from '#contexts/system/settings/settings.ts'

/** All that a fee may depend on: what is sold, by whom and at which price. */
export interface Sale {
  product: { id: bigint; brandId: bigint; categoryId: bigint }
  offer: { id: bigint; sellerId: bigint }
  price: bigint
}

/**
 * What the house takes from the seller for a sale, from now on: flat rupiah plus basis points (1/100 %), rounded down to whole
 * rupiah, in the seller's favour, and never more than the price.
 */
export function saleFee(settings: Settings, { price }: Sale): bigint {
  const asked = settings.get('sale.feeFlat') + (price * BigInt(settings.get('sale.feeBasisPoints'))) / 10_000n
  return asked > price ? price : asked
}
