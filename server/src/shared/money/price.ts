/** What an offer costs, apart from any amount or bill: a fixed price, a bill's admin fee, or an open amount's margin. */
export interface OfferPrices {
  sellPrice: bigint
  promoPrice: bigint | null
}

/** A promo counts only while it is a real one: above 0 and below the sell price. */
export const hasPromo = ({ sellPrice, promoPrice }: OfferPrices): boolean =>
  promoPrice !== null && promoPrice > 0n && promoPrice < sellPrice

/**
 * What one buyer pays: the special price, else a real promo, else the sell price. The buyer's own list sorts by the same in SQL
 * (`priceInSql` in `buying-list.queries.ts`), and `offer_change` keeps it in rupiah.
 */
export function buyerPrice(offer: OfferPrices, specialPrice: bigint | null): bigint {
  if (specialPrice !== null) return specialPrice
  return hasPromo(offer) && offer.promoPrice !== null ? offer.promoPrice : offer.sellPrice
}
