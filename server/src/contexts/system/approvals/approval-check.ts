import type { Tx } from '#db/db.ts'
import { requireAdministrator } from './administrators.ts'
import type { Approval } from './approval.ts'

/** Why a decision of an administrator is not executed. */
const reasons = ['own-money', 'needs-second', 'no-longer-asked'] as const
export type NotExecutable = (typeof reasons)[number]

export const isNotExecutable = (decision: string | undefined): decision is NotExecutable => reasons.some((one) => one === decision)

export interface DecisionToCheck {
  memberId: bigint
  /** The second administrator's approval of the request. */
  approval: Approval | null
  /** The members whose money it is. */
  parties: readonly bigint[]
  needsSecond: boolean
}

/**
 * Returns why the decision may not be executed, or null. The caller must have locked the subject first, since it may change while the caller waits
 * for the lock. Administrators cannot decide about their own money, neither as requester nor as approver. Marks the approval as used, if there is
 * one. Throws `access.denied` if the administrator has lost the role.
 */
export async function whyNotExecutable(
  tx: Tx,
  { memberId, approval, parties, needsSecond }: DecisionToCheck,
): Promise<NotExecutable | null> {
  // With an approval, `consume` reads both roles, after it has locked the request.
  if (approval === null) await requireAdministrator(tx, memberId)
  const deciders = approval === null ? [memberId] : [memberId, approval.askedBy]
  if (deciders.some((id) => parties.includes(id))) return 'own-money'
  if (approval !== null) return (await approval.consume(tx)) ? null : 'no-longer-asked'
  return needsSecond ? 'needs-second' : null
}
