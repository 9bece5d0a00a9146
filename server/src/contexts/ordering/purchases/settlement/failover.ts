import { type CatalogueSnapshot, sellsNowText } from '#contexts/market-data/snapshot/snapshot.ts'
import { ConcurrentModificationError } from '#db/concurrent-modification.ts'
import type { Statement, Tx } from '#db/db.ts'
import { routeFromList, type SellerCandidate } from '../routing/route.ts'
import { reserveStock } from './stock-of-attempts.ts'

/** The columns of a purchase with a failed attempt that failover needs. */
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
  candidate: SellerCandidate
  price: bigint
  fee: bigint
}

const priceAt = ({ amount }: FailedPurchase, candidate: SellerCandidate): bigint => (amount ?? 0n) + candidate.price

/**
 * The sellers that may still be tried for a purchase, in the buyer's order: sellers that were not tried yet, with a price within `maxprice`. There
 * are none for a bill, because another seller would need a new inquiry and has another price. There are none for a pinned purchase, whose buyer chose
 * the offer.
 */
export function remainingCandidates(
  catalogue: CatalogueSnapshot,
  purchase: FailedPurchase,
  tried: ReadonlySet<bigint>,
  now: Date,
): SellerCandidate[] {
  const product = catalogue.products.get(purchase.product_id)
  if (product === undefined || purchase.inquiry_id !== null || purchase.pinned) return []
  return routeFromList(catalogue, purchase.buyer_id, product, now).candidates.filter(
    (candidate) => !tried.has(candidate.offer.id) && (purchase.maxprice === null || priceAt(purchase, candidate) <= purchase.maxprice),
  )
}

/** Each subquery reads one row by its key, whatever statistics the planner has. */
const readOffers: Statement = {
  name: 'purchases.read-offers',
  text: `
  select
    (select version from offer where offer.id = asked.offer_id) is distinct from asked.version as changed,
    coalesce((select status > 0 from member where member.id = asked.buyer_id), false)
      and coalesce((select status > 0 and ${sellsNowText('member')} from member where member.id = asked.seller_id), false)
      and coalesce((select tested_at is not null and coalesce(circuit_open_until <= now(), true) from seller_api where seller_api.seller_id = asked.seller_id), false)
      and coalesce((select product.active and brand.active from product join brand on brand.id = product.brand_id where product.id = asked.product_id), false)
      and coalesce((select active from buying_list_entry where buyer_id = asked.buyer_id and offer_id = asked.offer_id and archived_at is null limit 1), false) as open
  from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[]) with ordinality as asked(buyer_id, offer_id, seller_id, product_id, version, n)
  order by n`,
}

/**
 * Removes candidates whose order would be refused now. If the row of an offer has a newer version than the snapshot, an error makes the caller
 * refresh the snapshot and decide the batch again. With `rows`, which is used after several attempts, such offers are removed instead.
 */
export async function keepAvailable(
  tx: Tx,
  candidatesByPurchase: Map<bigint, SellerCandidate[]>,
  purchases: ReadonlyMap<bigint, FailedPurchase>,
  trust: 'memory' | 'rows',
): Promise<void> {
  const asked = [...candidatesByPurchase].flatMap(([id, candidates]) =>
    candidates.map(({ offer }) => ({ buyer: purchases.get(id)?.buyer_id, offer })),
  )
  if (asked.length === 0) return
  const offerStates = await tx.run<{ changed: boolean; open: boolean }>(readOffers, [
    asked.map(({ buyer }) => buyer),
    asked.map(({ offer }) => offer.id),
    asked.map(({ offer }) => offer.sellerId),
    asked.map(({ offer }) => offer.productId),
    asked.map(({ offer }) => offer.version),
  ])
  if (trust === 'memory' && offerStates.some(({ changed }) => changed)) throw new ConcurrentModificationError()
  let nth = 0
  for (const [id, candidates] of candidatesByPurchase) {
    const kept = candidates.filter(() => {
      const { changed, open } = offerStates[nth++] ?? { changed: true, open: false }
      return open && !changed
    })
    candidatesByPurchase.set(id, kept)
  }
}

/**
 * The first candidate that is in stock and whose price the buyer can pay, including the released hold of the failed attempt. Takes one piece of its
 * stock.
 */
export async function nextSeller(
  tx: Tx,
  catalogue: CatalogueSnapshot,
  purchase: FailedPurchase,
  candidates: readonly SellerCandidate[],
  available: bigint,
): Promise<NextSeller | null> {
  for (const candidate of candidates) {
    const price = priceAt(purchase, candidate)
    if (price > available) continue
    if (candidate.offer.stocked && !(await reserveStock(tx, candidate.offer.id))) continue
    return { candidate, price, fee: catalogue.saleFee({ ...candidate, price }) }
  }
  return null
}
