import { type CatalogueSnapshot, type Offer, offerState } from '#contexts/market-data/snapshot/snapshot.ts'
import { inTurns } from '#jobs/yielding.ts'
import { buyerPrice } from '#shared/money/price.ts'

export interface Rank {
  /** Null while the offer cannot be bought itself. */
  peringkat: number | null
  penawaran: number
}

/**
 * The place of an offer among all of its product that can be bought now, by what a buyer without a special price pays. Who shares a price
 * shares a place. Whose the others are, and what they ask for, stays here.
 */
export function rankOf(market: CatalogueSnapshot, offerId: bigint, now: Date): Rank {
  const own = market.offers.get(offerId)
  if (own === undefined) return { peringkat: null, penawaran: 0 }
  const open = [...market.offersOfProduct(own.productId)].filter((offer) => offerState(market, offer, now) === 'open')
  const cheaper = open.filter((offer) => priceOf(offer) < priceOf(own)).length
  return { peringkat: open.includes(own) ? cheaper + 1 : null, penawaran: open.length }
}

const priceOf = (offer: Offer) => buyerPrice(offer, null)

/** What of a seller can be bought, but for less from somebody else. */
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

/** Up to the first that is cheaper, and prices before states: of what thousands sell, most have one soon. */
function isDearer(market: CatalogueSnapshot, own: Offer, now: Date): boolean {
  if (offerState(market, own, now) !== 'open') return false
  const price = priceOf(own)
  for (const offer of market.offersOfProduct(own.productId))
    if (priceOf(offer) < price && offerState(market, offer, now) === 'open') return true
  return false
}
