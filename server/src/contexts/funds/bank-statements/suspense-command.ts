import { explainedByHand, moneyOwner } from '@lapak/contract/funds/bank-statements'
import type { BankCode } from '@lapak/contract/shared/banks'
import { moneyConfirmations } from '@lapak/contract/shared/money-confirmations'
import { rowId } from '@lapak/contract/shared/wire'
import { z } from 'zod'
import { lockMoney, type SuspenseItem } from '#contexts/funds/suspense/suspense.ts'
import { type Administrator, requestApproval, secondAdminFrom, spendSoloLimit } from '#contexts/system/approvals/approvals.ts'
import type { Tx } from '#db/db.ts'
import type { JsonObject } from '#db/schema.ts'
import { Refusal } from '#http/refusal.ts'
import { lockRow } from './locked-row.ts'
import type { MatchDeps } from './match.ts'

/** A decision about suspense money: allocate it to an owner, or explain it as not the platform's money or as already booked. */
export const suspenseCommand = z.union([
  z.object({ owner: moneyOwner, ...moneyConfirmations.shape }),
  z.object({ kind: z.enum(explainedByHand), reference: rowId.optional() }),
])
export type SuspenseCommand = z.output<typeof suspenseCommand>

const rule = 'money.secondAdminFrom'

/** Whether the administrator may make this decision without a second administrator. `money` is null for a row whose money is not booked. */
export async function isEndWithinSoloLimit(deps: MatchDeps, { memberId }: Administrator, money: SuspenseItem | null): Promise<boolean> {
  const from = await secondAdminFrom(deps, rule, memberId)
  if (money === null) return from === 0n
  return spendSoloLimit(deps.db, { memberId, rule, from, subject: `unmatched ${money.id}`, amount: money.amount })
}

/** A bank row that is to be noted as not the platform's, although it is not in suspense: nothing is booked for it. */
export interface NotedRow {
  id: bigint
  bank: BankCode
  /** Whole rupiah, rounded away from zero; negative for money out. */
  amount: bigint
  day: string
}

const sizeOf = ({ amount }: NotedRow) => (amount < 0n ? -amount : amount)

/** Money out counts too: after it is noted, nobody asks any more who took it from the bank account. */
export async function isNoteWithinSoloLimit(deps: MatchDeps, { memberId }: Administrator, row: NotedRow): Promise<boolean> {
  const from = await secondAdminFrom(deps, rule, memberId)
  return spendSoloLimit(deps.db, { memberId, rule, from, subject: `statement ${row.id}`, amount: sizeOf(row) })
}

/** Requests the approval of a second administrator to note the row. The text of the row, which names a payer, stays in the row only. */
export async function requestNote(deps: MatchDeps, by: Administrator, row: NotedRow, reason: string): Promise<void> {
  const payload = { bankcode: row.bank, amount: Number(row.amount), day: row.day }
  const validate = async (tx: Tx) => {
    const { explained } = await lockRow(tx, row.id)
    if (explained !== 'new') throw new Refusal('statement.taken')
  }
  await requestApproval(deps, { kind: 'statement.note', subject: String(row.id), amount: sizeOf(row), payload, by, reason, validate })
}

/** Requests the approval of a second administrator to end suspense money. The money stays locked, so that a concurrent decision finds the request. */
export async function requestEnd(
  deps: MatchDeps,
  by: Administrator,
  money: SuspenseItem,
  command: SuspenseCommand,
  reason: string,
): Promise<void> {
  const payload = z.encode(suspenseCommand, command) as JsonObject
  const validate = async (tx: Tx) => void (await lockMoney(tx, money.id))
  await requestApproval(deps, { kind: 'unmatched.assign', subject: String(money.id), amount: money.amount, payload, by, reason, validate })
}
