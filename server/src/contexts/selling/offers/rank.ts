import { type CatalogueSnapshot, type Offer, offerState } from '#contexts/market-data/snapshot/snapshot.ts'
import { inTurns } from '#jobs/yielding.ts'
import { buyerPrice } from '#shared/money/price.ts'

export interface Rank {
  /** Null while the offer cannot be bought. */
  peringkat: number | null
  penawaran: number
}

/**
 * The rank of an offer among all offers of its product that can be bought now, by the price for a buyer without a special price. Offers with equal
 * prices have the same rank. Sellers and prices of the other offers are not disclosed.
 */
export function rankOf(market: CatalogueSnapshot, offerId: bigint, now: Date): Rank {
  const own = market.offers.get(offerId)
  if (own === undefined) return { peringkat: null, penawaran: 0 }
  const open = [...market.offersOfProduct(own.productId)].filter((offer) => offerState(market, offer, now) === 'open')
  const cheaper = open.filter((offer) => priceOf(offer) < priceOf(own)).length
  return { peringkat: open.includes(own) ? cheaper + 1 : null, penawaran: open.length }
}

const priceOf = (offer: Offer) => buyerPrice(offer, null)

/** Offers of a seller that can be bought now, but that another seller offers at a lower price. */
export const offersDearerThanOthers = (market: CatalogueSnapshot, sellerId: bigint, now: Date): Promise<bigint[]> =>
  inTurns(dearer(market, sellerId, now))

function* dearer(market: CatalogueSnapshot, sellerId: bigint, now: Date): Generator<void, bigint[]> {
  const found: bigint[] = []
  for (const offer of [...market.offersOfSeller(sellerId)]) {
    if (isDearer(market, offer, now)) found.push(offer.id)
    yield
  }
  return found
}

/**
 * Stops at the first cheaper offer, and compares prices before states: among the thousands of offers of one product, a cheaper one is usually found
 * early.
 */
function isDearer(market: CatalogueSnapshot, own: Offer, now: Date): boolean {
  if (offerState(market, own, now) !== 'open') return false
  const price = priceOf(own)
  for (const offer of market.offersOfProduct(own.productId))
    if (priceOf(offer) < price && offerState(market, offer, now) === 'open') return true
  return false
}
