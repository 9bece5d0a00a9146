import type { PriceDifference } from '@lapak/contract/catalogue/special-prices'

/** Percent of a price are whole rupiah of it: what is left over stays with the price, whichever way it goes. */
export const changedBy = (normal: bigint, by: PriceDifference): bigint =>
  'rupiah' in by ? normal + by.rupiah : normal + (normal * by.percent) / 100n
