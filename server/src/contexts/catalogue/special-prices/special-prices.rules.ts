import type { PriceDifference } from '@lapak/contract/catalogue/special-prices'

/** A percentage is rounded towards zero to whole rupiah, both for increases and for decreases. */
export const changedBy = (normal: bigint, by: PriceDifference): bigint =>
  'rupiah' in by ? normal + by.rupiah : normal + (normal * by.percent) / 100n
