/** The prices of an offer: a fixed price, the admin fee of a bill, or the margin of an open amount. */
export interface OfferPrices {
  sellPrice: bigint
  promoPrice: bigint | null
}

/** A promo price applies only if it is above 0 and below the sell price. */
export const hasPromo = ({ sellPrice, promoPrice }: OfferPrices): boolean =>
  promoPrice !== null && promoPrice > 0n && promoPrice < sellPrice

/**
 * The price for one buyer: the special price, else a valid promo price, else the sell price. `priceInSql` in `buying-list.queries.ts` sorts a buying
 * list by the same rule, and `offer_change` stores the result in rupiah.
 */
export function buyerPrice(offer: OfferPrices, specialPrice: bigint | null): bigint {
  if (specialPrice !== null) return specialPrice
  return hasPromo(offer) && offer.promoPrice !== null ? offer.promoPrice : offer.sellPrice
}
