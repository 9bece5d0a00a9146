import { type CatalogueSnapshot, type Product, priceFor, stateFor } from '#contexts/market-data/snapshot/snapshot.ts'
import type { SellerCandidate } from './route.ts'

/** Who sells a product now, at this buyer's price. Nobody buys from itself. */
export function openOffersOf(market: CatalogueSnapshot, buyerId: bigint, product: Product, now: Date): SellerCandidate[] {
  return [...market.offersOfProduct(product.id)]
    .filter((offer) => offer.sellerId !== buyerId && stateFor(market, product, offer, now) === 'open')
    .map((offer) => ({ product, offer, price: priceFor(market, buyerId, offer) }))
}

/** Among equals the older offer, so that who asks twice is not sent to another seller. */
export const cheapestOpen = (offers: SellerCandidate[], soldOut: ReadonlySet<bigint>): SellerCandidate | undefined =>
  offers
    .filter(({ offer }) => !soldOut.has(offer.id))
    .sort((one, other) => Number(one.price - other.price) || Number(one.offer.id - other.offer.id))[0]
