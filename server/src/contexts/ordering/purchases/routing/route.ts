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

/** An offer that can take an order now, at this buyer's price. For bills and open denominations the price is the seller's margin. */
export interface SellerCandidate {
  product: Product
  offer: Offer
  price: bigint
}

/** An offer on the buyer's route. Only a step whose state is open can take an order. */
export interface Step extends SellerCandidate {
  mapping: Mapping
  state: OfferState
}

export interface Route {
  candidates: SellerCandidate[]
  /** The states of the skipped offers, from which the reason of a refusal is derived. */
  skipped: Exclude<OfferState, 'open'>[]
  mapped: boolean
}

/**
 * The buyer's active entries of a product in the order in which an order tries them, including entries that cannot take an order now. The offers of a
 * suspended seller count as disturbed, so orders are routed to other sellers until the suspension ends.
 */
export function stepsOf(catalogue: CatalogueSnapshot, buyerId: bigint, product: Product, now: Date): Step[] {
  const steps = catalogue.mappingsOf(buyerId, product.id).flatMap((mapping) => {
    const offer = catalogue.offers.get(mapping.offerId)
    return offer === undefined ? [] : [{ mapping, ...seen(catalogue, buyerId, product, offer, now) }]
  })
  return inOrder(catalogue, steps, catalogue.tradingProfiles.get(buyerId)?.routing ?? defaultRouting)
}

/** The open offers of a product in the buyer's list, in the order in which an order tries them. */
export function routeFromList(catalogue: CatalogueSnapshot, buyerId: bigint, product: Product, now: Date): Route {
  const steps = stepsOf(catalogue, buyerId, product, now)
  return { ...sorted(steps), mapped: catalogue.mappingsOf(buyerId, product.id).length > 0 }
}

/** The route to exactly this offer, whether it is in the buyer's list or not. A member's own offer is refused. */
export function routeTo(catalogue: CatalogueSnapshot, buyerId: bigint, product: Product, offerId: bigint, now: Date): Route {
  const offer = catalogue.offers.get(offerId)
  if (offer === undefined || offer.productId !== product.id || offer.sellerId === buyerId)
    return { candidates: [], skipped: ['closed'], mapped: true }
  return { ...sorted([seen(catalogue, buyerId, product, offer, now)]), mapped: true }
}

/** Refuses an order because no offer on its route is open. The reason is derived from the states of the skipped offers. */
export function refuseUnroutable(skipped: Route['skipped'], productcode: string): never {
  const allCutOff = skipped.length > 0 && skipped.every((state) => state === 'cut_off')
  throw new Refusal(allCutOff ? 'purchase.cut_off' : 'purchase.no_supplier', { productcode })
}

/** An offer at this buyer's price, with its present state. */
const seen = (
  catalogue: CatalogueSnapshot,
  buyerId: bigint,
  product: Product,
  offer: Offer,
  now: Date,
): SellerCandidate & { state: OfferState } => ({
  product,
  offer,
  price: priceFor(catalogue, buyerId, offer),
  state: stateFor(catalogue, product, offer, now),
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

/** The sort is stable, so offers that compare equal stay in the buyer's own order. */
function inOrder(catalogue: CatalogueSnapshot, steps: Step[], routing: Routing): Step[] {
  if (routing === 'mine' || steps.length < 2) return steps
  const rank: Record<Exclude<Routing, 'mine'>, (candidate: SellerCandidate) => number> = {
    cheapest: ({ price }) => Number(price),
    fastest: ({ offer }) => catalogue.quality.get(offer.id)?.medianMs ?? Number.MAX_SAFE_INTEGER,
    reliable: ({ offer }) => -reliabilityOf(catalogue.quality.get(offer.id)),
  }
  return steps.sort((a, b) => rank[routing](a) - rank[routing](b))
}

/** The share of attempts that were delivered and not disputed, as a product of basis points. */
const reliabilityOf = (quality: Quality | undefined): number =>
  quality === undefined ? 0 : quality.successBasisPoints * (10_000 - (quality.disputeBasisPoints ?? 0))
