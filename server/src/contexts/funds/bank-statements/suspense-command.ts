import { explainedByHand, moneyOwner } from '@lapak/contract/funds/bank-statements'
import { rowId } from '@lapak/contract/shared/wire'
import { z } from 'zod'
import type { WaitingMoney } from '#contexts/funds/suspense/suspense.ts'
import { type Administrator, requestApproval, secondAdminFrom, spendSoloLimit } from '#contexts/system/approvals/approvals.ts'
import type { JsonObject } from '#db/schema.ts'
import type { MatchDeps } from './match.ts'

/** A decision about suspense money: allocate it to an owner, or explain it as not the platform's money or as already booked. */
export const suspenseCommand = z.union([
  z.object({ owner: moneyOwner, notreturn: z.string().optional(), notticket: z.string().optional() }),
  z.object({ kind: z.enum(explainedByHand), reference: rowId.optional() }),
])
export type SuspenseCommand = z.output<typeof suspenseCommand>

const rule = 'money.secondAdminFrom'

/**
 * A decision that ends suspense money counts against the administrator's solo limit. A row that is not in suspense is not booked yet and does not
 * count.
 */
export async function isEndWithinSoloLimit(deps: MatchDeps, { memberId }: Administrator, money: WaitingMoney | null): Promise<boolean> {
  const from = await secondAdminFrom(deps, rule, memberId)
  if (money === null) return from === 0n
  return spendSoloLimit(deps.db, { memberId, rule, from, subject: `unmatched ${money.id}`, amount: money.amount })
}

/** Requests the approval of a second administrator. */
export async function requestEnd(
  deps: MatchDeps,
  by: Administrator,
  money: WaitingMoney,
  command: SuspenseCommand,
  reason: string,
): Promise<void> {
  const payload = z.encode(suspenseCommand, command) as JsonObject
  await requestApproval(deps, { kind: 'unmatched.assign', subject: String(money.id), amount: money.amount, payload, by, reason })
}
