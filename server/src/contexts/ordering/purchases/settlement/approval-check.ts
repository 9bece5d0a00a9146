import { type NotDecided, notDecided } from '#contexts/system/approvals/approvals.ts'
import type { Tx } from '#db/db.ts'
import type { Forced } from './decide.ts'
import type { LockedPurchase } from './locked.ts'

/** Called under the purchase's lock, because price and seller change while the decision waits. A seller may always decide about its own sale. */
export async function forceNotDecided(
  tx: Tx,
  purchase: LockedPurchase,
  { by, asSeller, aloneUpTo, approval }: Forced,
): Promise<NotDecided | null> {
  if (asSeller) return null
  return notDecided(tx, {
    memberId: by.memberId,
    approval,
    parties: [purchase.buyer_id, purchase.seller_id],
    needsSecond: aloneUpTo !== null && purchase.price > aloneUpTo,
  })
}
