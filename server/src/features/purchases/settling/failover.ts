import type { Statement, Tx } from '#core/db.ts'
import { saleFee } from '#money/fee.ts'
import type { Market } from '../../market/market.ts'
import { type Candidate, route } from '../taking/route.ts'

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

const takeStock: Statement = {
  name: 'purchases.take-stock',
  text: 'update offer_stock set remaining = remaining - 1 where offer_id = $1 and remaining > 0 returning offer_id',
}

const lockStocks: Statement = {
  name: 'purchases.lock-stock',
  text: 'select offer_id from offer_stock where offer_id = any($1::bigint[]) order by offer_id for update',
}

/**
 * Locks, in id order and once, every stock that failing purchases may give back or take. Taken one by one as sellers are
 * tried, two processes would sooner or later hold what the other one wants.
 */
export async function lockStock(tx: Tx, market: Market, failing: FailedPurchase[]): Promise<void> {
  const offers = failing.flatMap((purchase) => [
    purchase.offer_id,
    ...market.mappingsOf(purchase.buyer_id, purchase.product_id).map(({ offerId }) => offerId),
  ])
  const stocked = [...new Set(offers)].filter((id) => market.offers.get(id)?.stocked)
  if (stocked.length > 0) await tx.run(lockStocks, [stocked])
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
    if (candidate.offer.stocked && (await tx.run(takeStock, [candidate.offer.id])).length === 0) continue
    return { candidate, price, fee: saleFee(price, market.fee) }
  }
  return null
}
