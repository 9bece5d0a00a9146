import type { Settings } from '../settings/settings.ts'

/**
 * What the house takes from the seller for a sale of this price, from now on: flat rupiah plus basis points (1/100 %), rounded
 * down to whole rupiah, in the seller's favour, and never more than the price.
 */
export function saleFee(settings: Settings, price: bigint): bigint {
  const asked = settings.get('sale.feeFlat') + (price * BigInt(settings.get('sale.feeBasisPoints'))) / 10_000n
  return asked > price ? price : asked
}
