import { secondAdminFrom, spendSoloLimit } from '#contexts/system/approvals/approvals.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database } from '#db/db.ts'
import { type CashMove, sizeOf } from './move.ts'

/**
 * Whether the administrator may book this without a second administrator. Adjustments of members' balances always need two administrators. If a
 * reference is sent again with a different sum, the booking counts separately.
 */
export async function isBookingWithinSoloLimit(
  deps: { db: Database; settings: Settings },
  memberId: bigint,
  move: CashMove,
  name: string,
): Promise<boolean> {
  if (move.act === 'adjustment') return false
  const [rule, amount] = ['money.secondAdminFrom', sizeOf(move)] as const
  const from = await secondAdminFrom(deps, rule, memberId)
  return spendSoloLimit(deps.db, { memberId, rule, from, subject: `${name} ${amount}`, amount })
}
