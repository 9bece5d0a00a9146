import type { Tx } from '#core/db.ts'
import type { Forced } from './decide.ts'
import type { LockedPurchase } from './locked.ts'

/** Why a person's word is not carried out. */
const reasons = ['own-money', 'needs-second', 'no-longer-asked'] as const
export type NotDecided = (typeof reasons)[number]

export const isNotDecided = (decision: string | undefined): decision is NotDecided => reasons.some((one) => one === decision)

/**
 * Looked at under the purchase's lock, since the price and the seller change while it waits. Nobody decides about own money: not
 * who asks, and not who agrees. Takes the second one's yes, when there is one.
 */
export async function notDecided(
  tx: Tx,
  purchase: LockedPurchase,
  { by, asSeller, aloneUpTo, approval }: Forced,
): Promise<NotDecided | null> {
  if (asSeller) return null
  const parties = [purchase.buyer_id, purchase.seller_id]
  const deciders = approval === null ? [by.memberId] : [by.memberId, approval.askedBy]
  if (deciders.some((id) => parties.includes(id))) return 'own-money'
  if (approval !== null) return (await approval.take(tx)) ? null : 'no-longer-asked'
  return aloneUpTo !== null && purchase.price > aloneUpTo ? 'needs-second' : null
}
