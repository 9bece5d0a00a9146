import type { Callbacks } from '#contexts/partners/callbacks/callbacks.ts'
import type { JabberResults } from '#contexts/partners/jabber/jabber.ts'
import { toView } from '#contexts/partners/purchase-status/purchase-status.ts'
import type { Statement, Tx } from '#db/db.ts'
import { payloadsOf } from '#db/notify.ts'
import { purchaseChange } from '../changes.ts'
import type { LockedPurchase } from './locked.ts'

const notify: Statement = { name: 'purchases.tell', text: `select pg_notify('purchases', told) from unnest($1::text[]) told` }

export interface SettledPurchase {
  changed: LockedPurchase[]
  finished: LockedPurchase[]
  /** Sellers who had a purchase and failed it, by its number. */
  left?: ReadonlyMap<bigint, readonly bigint[]>
}

/** How buyers hear of what became final. */
export interface BuyerNotifiers {
  callbacks: Callbacks
  jabberResults: JabberResults
}

/** Callbacks and messages for what became final, and the news of every change for the pages of those who are connected. */
export async function publishPurchaseChanges(
  tx: Tx,
  { callbacks, jabberResults }: BuyerNotifiers,
  { changed, finished, left = new Map() }: SettledPurchase,
  balances: ReadonlyMap<bigint, bigint>,
): Promise<void> {
  if (changed.length === 0) return
  await callbacks.store(tx, finished.map(toView), balances)
  await jabberResults.store(tx, finished)
  const changes = changed.map(({ id, buyer_id: buyerId, seller_id: sellerId }) =>
    purchaseChange({ id, buyerId, sellerId, formerSellerIds: left.get(id) ?? [] }),
  )
  await tx.run(notify, [payloadsOf(changes)])
}
