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
export function rankOf(catalogue: CatalogueSnapshot, offerId: bigint, now: Date): Rank {
  const own = catalogue.offers.get(offerId)
  if (own === undefined) return { peringkat: null, penawaran: 0 }
  const open = [...catalogue.offersOfProduct(own.productId)].filter((offer) => offerState(catalogue, offer, now) === 'open')
  const cheaper = open.filter((offer) => priceOf(offer) < priceOf(own)).length
  return { peringkat: open.includes(own) ? cheaper + 1 : null, penawaran: open.length }
}

const priceOf = (offer: Offer) => buyerPrice(offer, null)

/** Offers of a seller that can be bought now, but that another seller offers at a lower price. */
export const offersDearerThanOthers = (catalogue: CatalogueSnapshot, sellerId: bigint, now: Date): Promise<bigint[]> =>
  inTurns(dearer(catalogue, sellerId, now))

function* dearer(catalogue: CatalogueSnapshot, sellerId: bigint, now: Date): Generator<void, bigint[]> {
  const found: bigint[] = []
  for (const offer of [...catalogue.offersOfSeller(sellerId)]) {
    if (isDearer(catalogue, offer, now)) found.push(offer.id)
    yield
  }
  return found
}

/**
 * Stops at the first cheaper offer, and compares prices before states: among the thousands of offers of one product, a cheaper one is usually found
 * early.
 */
function isDearer(catalogue: CatalogueSnapshot, own: Offer, now: Date): boolean {
  if (offerState(catalogue, own, now) !== 'open') return false
  const price = priceOf(own)
  for (const offer of catalogue.offersOfProduct(own.productId))
    if (priceOf(offer) < price && offerState(catalogue, offer, now) === 'open') return true
  return false
}
