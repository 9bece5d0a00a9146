import { defaultRouting, type Routing } from '@lapak/contract/shared/routing'
import {
  type CatalogueSnapshot,
  type Mapping,
  type Offer,
  type OfferState,
  type Product,
  priceFor,
  type Quality,
  stateFor,
} from '#contexts/market-data/snapshot/snapshot.ts'
import { Refusal } from '#http/refusal.ts'

/** An offer that can take an order now, at this buyer's price. For bills and open amounts the price is the part the seller adds. */
export interface SellerCandidate {
  product: Product
  offer: Offer
  price: bigint
}

/** An offer on the buyer's way; only an open one takes an order. */
export interface Step extends SellerCandidate {
  mapping: Mapping
  state: OfferState
}

export interface Route {
  candidates: SellerCandidate[]
  /** Why the others were skipped, for an honest refusal. */
  skipped: Exclude<OfferState, 'open'>[]
  mapped: boolean
}

/**
 * The buyer's active mappings of a product in the order in which they are tried, those that cannot take an order now
 * among them. A rested seller counts as disturbed: orders route round it until it has rested.
 */
export function stepsOf(market: CatalogueSnapshot, buyerId: bigint, product: Product, now: Date): Step[] {
  const steps = market.mappingsOf(buyerId, product.id).flatMap((mapping) => {
    const offer = market.offers.get(mapping.offerId)
    return offer === undefined ? [] : [{ mapping, ...seen(market, buyerId, product, offer, now) }]
  })
  return inOrder(market, steps, market.traders.get(buyerId)?.routing ?? defaultRouting)
}

/** What an order can choose from: the list's open offers in their order. */
export function route(market: CatalogueSnapshot, buyerId: bigint, product: Product, now: Date): Route {
  const steps = stepsOf(market, buyerId, product, now)
  return { ...sorted(steps), mapped: market.mappingsOf(buyerId, product.id).length > 0 }
}

/** Exactly this offer, in the list or not. Nobody buys from itself. */
export function routeTo(market: CatalogueSnapshot, buyerId: bigint, product: Product, offerId: bigint, now: Date): Route {
  const offer = market.offers.get(offerId)
  if (offer === undefined || offer.productId !== product.id || offer.sellerId === buyerId)
    return { candidates: [], skipped: ['closed'], mapped: true }
  return { ...sorted([seen(market, buyerId, product, offer, now)]), mapped: true }
}

/** Refuses where nobody on the way takes an order, by why they were skipped. */
export function refuseUnroutable(skipped: Route['skipped'], productcode: string): never {
  const allCutOff = skipped.length > 0 && skipped.every((state) => state === 'cut_off')
  throw new Refusal(allCutOff ? 'purchase.cut_off' : 'purchase.no_supplier', { productcode })
}

/** An offer at this buyer's price, with its state at this moment. */
const seen = (
  market: CatalogueSnapshot,
  buyerId: bigint,
  product: Product,
  offer: Offer,
  now: Date,
): SellerCandidate & { state: OfferState } => ({
  product,
  offer,
  price: priceFor(market, buyerId, offer),
  state: stateFor(market, product, offer, now),
})

function sorted(steps: (SellerCandidate & { state: OfferState })[]): Pick<Route, 'candidates' | 'skipped'> {
  const candidates: SellerCandidate[] = []
  const skipped: Route['skipped'] = []
  for (const { state, product, offer, price } of steps) {
    if (state === 'open') candidates.push({ product, offer, price })
    else skipped.push(state)
  }
  return { candidates, skipped }
}

/** Sorting is stable, so equals stay in the buyer's own order. */
function inOrder(market: CatalogueSnapshot, steps: Step[], routing: Routing): Step[] {
  if (routing === 'mine' || steps.length < 2) return steps
  const rank: Record<Exclude<Routing, 'mine'>, (candidate: SellerCandidate) => number> = {
    cheapest: ({ price }) => Number(price),
    fastest: ({ offer }) => market.quality.get(offer.id)?.medianMs ?? Number.MAX_SAFE_INTEGER,
    reliable: ({ offer }) => -reliabilityOf(market.quality.get(offer.id)),
  }
  return steps.sort((a, b) => rank[routing](a) - rank[routing](b))
}

/** How often of all tries something came that its buyer did not dispute. */
const reliabilityOf = (quality: Quality | undefined): number =>
  quality === undefined ? 0 : quality.successBasisPoints * (10_000 - (quality.disputeBasisPoints ?? 0))
