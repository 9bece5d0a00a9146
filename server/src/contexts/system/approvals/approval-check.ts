import type { Tx } from '#db/db.ts'
import type { Approval } from './approval.ts'

/** Why an administrator's word is not carried out. */
const reasons = ['own-money', 'needs-second', 'no-longer-asked'] as const
export type NotDecided = (typeof reasons)[number]

export const isNotDecided = (decision: string | undefined): decision is NotDecided => reasons.some((one) => one === decision)

export interface Deciding {
  memberId: bigint
  /** The second one's yes to what the first asked for. */
  approval: Approval | null
  /** Whose money it is. */
  parties: readonly bigint[]
  needsSecond: boolean
}

/**
 * Looked at under the lock of what it is about, since that changes while it waits. Nobody decides about own money: not who asks, and not
 * who agrees. Takes the second one's yes, when there is one.
 */
export async function notDecided(tx: Tx, { memberId, approval, parties, needsSecond }: Deciding): Promise<NotDecided | null> {
  const deciders = approval === null ? [memberId] : [memberId, approval.askedBy]
  if (deciders.some((id) => parties.includes(id))) return 'own-money'
  if (approval !== null) return (await approval.take(tx)) ? null : 'no-longer-asked'
  return needsSecond ? 'needs-second' : null
}
