import { type NotExecutable, whyNotExecutable } from '#contexts/system/approvals/approvals.ts'
import type { Tx } from '#db/db.ts'
import type { Forced } from './decide.ts'
import type { LockedPurchase } from './locked.ts'

/**
 * Checks whether this person may decide, or returns why not. Called while the purchase is locked, because price and seller may change while the
 * decision waits for the lock. A seller may always decide about its own sale.
 */
export async function whyForceNotExecutable(
  tx: Tx,
  purchase: LockedPurchase,
  { by, asSeller, soloLimit, approval }: Forced,
): Promise<NotExecutable | null> {
  if (asSeller) return null
  return whyNotExecutable(tx, {
    memberId: by.memberId,
    approval,
    parties: [purchase.buyer_id, purchase.seller_id],
    needsSecond: soloLimit !== null && purchase.price > soloLimit,
  })
}
