import { jakartaMinuteOf } from '#core/clock.ts'
import { buyerPrice } from '#money/price.ts'
import type { Market, Offer, Product, Routing } from '../market/market.ts'

/** An offer that can take an order now, at this buyer's price. For bills and open amounts the price is the part the seller adds. */
export interface Candidate {
  offer: Offer
  price: bigint
}

export type OfferState = 'open' | 'closed' | 'disturbed' | 'cut_off'

export interface Route {
  candidates: Candidate[]
  /** Why the others were skipped, for an honest refusal. */
  skipped: Exclude<OfferState, 'open'>[]
  mapped: boolean
}

/** Pure: the state of an offer at this moment, shop and server of its seller included. */
export function offerState(market: Market, offer: Offer, now: Date): OfferState {
  const seller = market.traders.get(offer.sellerId)
  const api = market.sellerApis.get(offer.sellerId)
  if (offer.archived || !offer.open || !seller?.active || !seller.shopOpen || !api?.tested) return 'closed'
  if (isCutOff(offer, now)) return 'cut_off'
  if (offer.disturbed || (api.restedUntil !== null && api.restedUntil > now)) return 'disturbed'
  return 'open'
}

/** A daily window that may span midnight; its last minute still counts. */
function isCutOff({ cutoff }: Offer, now: Date): boolean {
  if (cutoff === null) return false
  const minute = jakartaMinuteOf(now)
  return cutoff.from <= cutoff.to ? minute >= cutoff.from && minute <= cutoff.to : minute >= cutoff.from || minute <= cutoff.to
}

/**
 * The buyer's active mappings of a product in the order the buyer chose, without what cannot take an order now.
 * A rested seller counts as disturbed: orders route round it until it has rested.
 */
export function route(market: Market, buyerId: bigint, product: Product, now: Date): Route {
  const mappings = market.mappingsOf(buyerId, product.id)
  const candidates: Candidate[] = []
  const skipped: Route['skipped'] = []
  for (const mapping of mappings) {
    const offer = market.offers.get(mapping.offerId)
    if (offer === undefined) continue
    const state = product.active ? offerState(market, offer, now) : 'closed'
    if (state === 'open') candidates.push({ offer, price: buyerPrice(offer, market.specialPrice(offer.id, buyerId)) })
    else skipped.push(state)
  }
  const routing = market.traders.get(buyerId)?.routing ?? 'mine'
  return { candidates: inOrder(market, candidates, routing), skipped, mapped: mappings.length > 0 }
}

/** Sorting is stable, so equals stay in the buyer's own order. */
function inOrder(market: Market, candidates: Candidate[], routing: Routing): Candidate[] {
  if (routing === 'mine' || candidates.length < 2) return candidates
  const rank: Record<Exclude<Routing, 'mine'>, (candidate: Candidate) => number> = {
    cheapest: ({ price }) => Number(price),
    fastest: ({ offer }) => market.quality.get(offer.id)?.medianMs ?? Number.MAX_SAFE_INTEGER,
    reliable: ({ offer }) => -(market.quality.get(offer.id)?.successBasisPoints ?? 0),
  }
  return candidates.sort((a, b) => rank[routing](a) - rank[routing](b))
}
