/** What the house takes from the seller for a sale; flat rupiah plus basis points (1/100 %). */
export interface SaleFee {
  flat: bigint
  basisPoints: bigint
}

/** Rounded down to whole rupiah, in the seller's favour, and never more than the price. */
export function saleFee(price: bigint, fee: SaleFee): bigint {
  const asked = fee.flat + (price * fee.basisPoints) / 10_000n
  return asked > price ? price : asked
}
