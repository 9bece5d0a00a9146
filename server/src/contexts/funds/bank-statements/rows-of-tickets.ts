import { sql } from 'kysely'
import {
  endSuspense,
  type HeldMoney,
  moneyOfRow,
  openSuspense,
  undoExplaining,
  type WaitingMoney,
} from '#contexts/funds/suspense/suspense.ts'
import type { Actor, Audit } from '#contexts/system/audit/audit.ts'
import type { Reader, Tx } from '#db/db.ts'
import { isAfterTicket } from './after-ticket.ts'
import { lockRow, writeFinding } from './locked-row.ts'

/**
 * Open transfers with suspense money of their bank and exact sum. The list of tickets, the approval, and the check after the ticket was locked all
 * use this query.
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

/** The bank row of this ticket's suspense money, and the oldest row if there are several; does not lock it. */
export async function openRowOf(read: Reader, ticket: bigint): Promise<bigint | null> {
  const found = await ticketsWithMoney(read)
    .select('bank_statement.id')
    .where('top_up.id', '=', ticket)
    .orderBy('suspense_item.id')
    .limit(1)
    .executeTakeFirst()
  return found?.id ?? null
}

/**
 * Locks the suspense money of the row before the ticket is locked, so that the money is not booked twice; null if a concurrent transaction has
 * allocated it.
 */
export async function takeRow(tx: Tx, statementId: bigint): Promise<HeldMoney | null> {
  await lockRow(tx, statementId)
  return moneyOfRow(tx, statementId)
}

/** Marks the money as allocated to the ticket; if the money has a bank row, the row is explained by that ticket. */
export async function giveMoney(
  tx: Tx,
  money: WaitingMoney,
  { ticket, by, reason, why }: { ticket: bigint; by: Actor; reason: string; why: string },
) {
  await endSuspense(tx, money, by, reason, { closed_how: 'assigned', top_up_id: ticket })
  if (money.statementId === null) return
  await writeFinding(tx, money.statementId, { explained: 'deposit', about: ticket, why }, by)
}

/** The bank row that is explained by this ticket; does not lock it. */
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
export async function freeRow(audit: Audit, tx: Tx, statementId: bigint, { by, why }: { by: Actor; why: string }): Promise<void> {
  const row = await lockRow(tx, statementId)
  if (row.amount === null) throw new Error(`row ${statementId} has an amount with sen but belonged to a ticket`)
  await writeFinding(tx, statementId, { explained: 'unmatched', why }, by)
  // If an administrator explained the row by this ticket, that explanation is undone.
  await undoExplaining(tx, { statementId })
  await openSuspense(audit, tx, { bank: row.bank_code, amount: row.amount, shown: { statementId } })
}
