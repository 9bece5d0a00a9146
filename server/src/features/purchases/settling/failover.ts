import type { Tx } from '#core/db.ts'
import type { Market } from '../../market/market.ts'
import { type Candidate, route } from '../taking/route.ts'
import { takeStock } from './stock.ts'

/** What failover needs to know of a purchase whose attempt has definitely failed. */
export interface FailedPurchase {
  id: bigint
  buyer_id: bigint
  product_id: bigint
  offer_id: bigint
  price: bigint
  amount: bigint | null
  maxprice: bigint | null
  inquiry_id: bigint | null
  pinned: boolean
}

export interface NextSeller {
  candidate: Candidate
  price: bigint
  fee: bigint
}

/**
 * The next seller for a purchase, with its stock reserved: in the buyer's order, not tried yet, within the price ceiling
 * and what the buyer has (the released hold counts). Null when none is left. A bill is never paid elsewhere, because
 * another seller would have to ask it anew and at another price; nor is what the buyer chose at one seller.
 */
export async function nextSeller(
  tx: Tx,
  market: Market,
  purchase: FailedPurchase,
  tried: ReadonlySet<bigint>,
  available: bigint,
  now: Date,
): Promise<NextSeller | null> {
  const product = market.products.get(purchase.product_id)
  if (product === undefined || purchase.inquiry_id !== null || purchase.pinned) return null
  for (const candidate of route(market, purchase.buyer_id, product, now).candidates) {
    const price = (purchase.amount ?? 0n) + candidate.price
    const affordable = price <= available && (purchase.maxprice === null || price <= purchase.maxprice)
    if (tried.has(candidate.offer.id) || !affordable) continue
    if (candidate.offer.stocked && !(await takeStock(tx, candidate.offer.id))) continue
    return { candidate, price, fee: market.saleFee(price) }
  }
  return null
}
