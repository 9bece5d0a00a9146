import type { Callbacks } from '#contexts/partners/callbacks/callbacks.ts'
import type { XmppResults } from '#contexts/partners/jabber/jabber.ts'
import { toView } from '#contexts/partners/purchase-status/purchase-status.ts'
import type { Statement, Tx } from '#db/db.ts'
import { payloadsOf } from '#db/notify.ts'
import { purchaseChange } from '../changes.ts'
import type { LockedPurchase } from './locked.ts'

const notify: Statement = { name: 'purchases.publish', text: `select pg_notify('purchases', told) from unnest($1::text[]) told` }

export interface SettledPurchase {
  changed: LockedPurchase[]
  finished: LockedPurchase[]
  /** The sellers whose attempt failed, by purchase id. */
  formerSellers?: ReadonlyMap<bigint, readonly bigint[]>
}

/** How buyers are notified of final purchases. */
export interface BuyerNotifiers {
  callbacks: Callbacks
  xmppResults: XmppResults
}

/** Stores callbacks and messages about final purchases, and publishes every change to connected browser pages. */
export async function publishPurchaseChanges(
  tx: Tx,
  { callbacks, xmppResults }: BuyerNotifiers,
  { changed, finished, formerSellers = new Map() }: SettledPurchase,
  balances: ReadonlyMap<bigint, bigint>,
): Promise<void> {
  if (changed.length === 0) return
  await callbacks.enqueueStatus(tx, finished.map(toView), balances)
  await xmppResults.store(tx, finished)
  const changes = changed.map(({ id, buyer_id: buyerId, seller_id: sellerId }) =>
    purchaseChange({ id, buyerId, sellerId, formerSellerIds: formerSellers.get(id) ?? [] }),
  )
  await tx.run(notify, [payloadsOf(changes)])
}
