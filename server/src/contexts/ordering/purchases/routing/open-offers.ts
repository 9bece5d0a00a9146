import { type CatalogueSnapshot, type Product, priceFor, stateFor } from '#contexts/market-data/snapshot/snapshot.ts'
import type { SellerCandidate } from './route.ts'

/** The open offers of a product at this buyer's price, without the buyer's own offer. */
export function openOffersOf(catalogue: CatalogueSnapshot, buyerId: bigint, product: Product, now: Date): SellerCandidate[] {
  return [...catalogue.offersOfProduct(product.id)]
    .filter((offer) => offer.sellerId !== buyerId && stateFor(catalogue, product, offer, now) === 'open')
    .map((offer) => ({ product, offer, price: priceFor(catalogue, buyerId, offer) }))
}

/** At equal prices the older offer is used, so that repeated orders go to the same seller. */
export const cheapestOpen = (offers: SellerCandidate[], soldOut: ReadonlySet<bigint>): SellerCandidate | undefined =>
  offers
    .filter(({ offer }) => !soldOut.has(offer.id))
    .sort((one, other) => Number(one.price - other.price) || Number(one.offer.id - other.offer.id))[0]
