import type { Statement, Tx } from '#core/db.ts'
import type { Callbacks } from '../../callbacks/callbacks.ts'
import { toView } from '../../purchase-status/purchase-status.ts'
import type { LockedPurchase } from './locked.ts'

const notify: Statement = { name: 'purchases.tell', text: `select pg_notify('purchases', $1)` }

/** Callbacks for what became final, and the news of every change for the pages of those who are connected. */
export async function tellBuyers(
  tx: Tx,
  callbacks: Callbacks,
  { changed, finished }: { changed: LockedPurchase[]; finished: LockedPurchase[] },
  balances: ReadonlyMap<bigint, bigint>,
): Promise<void> {
  if (changed.length === 0) return
  await callbacks.store(tx, finished.map(toView), balances)
  await tx.run(notify, [changesPayload(changed)])
}

/** `buyer:purchase` pairs; a NOTIFY carries less than 8000 bytes, and what does not fit is seen at the page's next refresh. */
function changesPayload(purchases: LockedPurchase[]): string {
  const pairs = purchases.map((purchase) => `${purchase.buyer_id}:${purchase.id}`)
  while (pairs.join(' ').length > 7900) pairs.pop()
  return pairs.join(' ')
}
