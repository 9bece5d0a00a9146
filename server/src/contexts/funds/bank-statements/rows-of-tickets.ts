import { sql } from 'kysely'
import {
  endSuspense,
  type HeldMoney,
  moneyOfRow,
  openSuspense,
  undoExplaining,
  type WaitingMoney,
} from '#contexts/funds/suspense/suspense.ts'
import type { Actor } from '#contexts/system/audit/audit.ts'
import type { Reader, Tx } from '#db/db.ts'
import { isAfterTicket } from './after-ticket.ts'
import { lockRow, writeFinding } from './locked-row.ts'

/**
 * Open transfers with suspense money of their bank and exact sum. The list of tickets, the approval and the check under the lock all use this query.
 */
export const ticketsWithMoney = (read: Reader) =>
  read
    .selectFrom('top_up')
    .innerJoin('suspense_item', (join) =>
      join.onRef('suspense_item.cash_code', '=', 'top_up.cash_code').onRef('suspense_item.amount', '=', 'top_up.nominal'),
    )
    .innerJoin('bank_statement', 'bank_statement.id', 'suspense_item.statement_id')
    .where('top_up.state', '=', 1)
    .where('top_up.channel', '=', 'transfer')
    .where('suspense_item.closed_at', 'is', null)
    .where(isAfterTicket({ at: sql.ref('happened_at'), hasTime: sql.ref('has_time') }, sql.ref('top_up.created_at')))

/** The bank row of this ticket's money, the oldest if there are several; without a lock. */
export async function openRowOf(read: Reader, ticket: bigint): Promise<bigint | null> {
  const found = await ticketsWithMoney(read)
    .select('bank_statement.id')
    .where('top_up.id', '=', ticket)
    .orderBy('suspense_item.id')
    .limit(1)
    .executeTakeFirst()
  return found?.id ?? null
}

/** Locks the money of the row before the ticket is locked, so that it is not booked twice; null if it was allocated concurrently. */
export async function takeRow(tx: Tx, statementId: bigint): Promise<HeldMoney | null> {
  await lockRow(tx, statementId)
  return moneyOfRow(tx, statementId)
}

/** Marks the money as allocated to the ticket; its bank row, if any, shows that ticket. */
export async function giveMoney(
  tx: Tx,
  money: WaitingMoney,
  { ticket, by, reason, why }: { ticket: bigint; by: Actor; reason: string; why: string },
) {
  await endSuspense(tx, money, by, reason, { closed_how: 'assigned', top_up_id: ticket })
  if (money.statementId === null) return
  await writeFinding(tx, money.statementId, { explained: 'deposit', about: ticket, why }, by)
}

/** The bank row that shows this ticket; without a lock. */
export async function rowOfTicket(read: Reader, ticket: bigint): Promise<bigint | null> {
  const row = await read
    .selectFrom('bank_statement')
    .select('id')
    .where('explained', '=', 'deposit')
    .where('explained_id', '=', ticket)
    .executeTakeFirst()
  return row?.id ?? null
}

/** After an approved ticket was taken back, the money is still at the bank: it becomes suspense money again. */
export async function freeRow(tx: Tx, statementId: bigint, by: Actor, why: string): Promise<void> {
  const row = await lockRow(tx, statementId)
  if (row.amount === null) throw new Error(`row ${statementId} has sen and showed a ticket`)
  await writeFinding(tx, statementId, { explained: 'unmatched', why }, by)
  // An administrator may have explained the row by this ticket; that is undone.
  await undoExplaining(tx, { statementId })
  await openSuspense(tx, row.bank_code, row.amount, { statementId })
}
