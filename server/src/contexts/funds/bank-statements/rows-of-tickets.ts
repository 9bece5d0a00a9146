import { dotted } from '@lapak/contract/shared/money'
import { sql } from 'kysely'
import {
  classifyMoney,
  endSuspense,
  type LockedSuspenseItem,
  moneyOfRow,
  openSuspense,
  type SuspenseItem,
  undoExplaining,
} from '#contexts/funds/suspense/suspense.ts'
import { cashOutInvoice } from '#contexts/funds/ticket-numbers/ticket-numbers.ts'
import type { Actor, Audit } from '#contexts/system/audit/audit.ts'
import type { Reader, Tx } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import { isAfterTicket } from './after-ticket.ts'
import { mayHavePaidFrom, onlyOne, perhapsReturned, type Wanted } from './candidates.ts'
import { type LockedRow, lockRow, writeFinding } from './locked-row.ts'
import { namesText } from './names-text.ts'

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
 * Locks the suspense money of the row before the ticket is locked, so that the money is not booked twice. The money is null if a concurrent
 * transaction has allocated it.
 */
export async function takeRow(tx: Tx, statementId: bigint): Promise<{ row: LockedRow; money: LockedSuspenseItem | null }> {
  const row = await lockRow(tx, statementId)
  return { row, money: await moneyOfRow(tx, statementId) }
}

/** Marks the money as allocated to the ticket; if the money has a bank row, the row is explained by that ticket. */
export async function giveMoney(
  tx: Tx,
  money: SuspenseItem,
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

/**
 * The bank row in suspense that may show the returned money of this cash-out: of its sum, at a bank that may have paid it, since it was processed.
 * Null if there is none, or if there are several, which an administrator has to explain. Does not lock it.
 */
export async function rowOfReturn(read: Reader, cashOut: bigint): Promise<bigint | null> {
  const found = await read
    .selectFrom('cash_out')
    .innerJoin('bank_statement', (join) => join.on(sql<boolean>`bank_statement.amount = cash_out.amount`))
    .select('bank_statement.id')
    .where('cash_out.id', '=', cashOut)
    .where('paid_how', '=', 'hand')
    .where(mayHavePaidFrom(sql.ref('bank_statement.bank_code')))
    .where('bank_statement.explained', '=', 'unmatched')
    .where(mayBeReturn)
    .limit(2)
    .execute()
  return onlyOne(found)?.id ?? null
}

/** The money may have left the bank, and come back, before its administrator recorded the payment. */
export const mayBeReturn = sql<boolean>`bank_statement.happened_at > coalesce(cash_out.processed_at, cash_out.created_at) - interval '1 day'`

/** Explains the suspense money of a row as the returned money of a cash-out: it leaves suspense, since the return itself is booked. */
export async function explainByReturn(
  tx: Tx,
  audit: Audit,
  money: LockedSuspenseItem,
  { cashOut, by, reason }: { cashOut: bigint; by: Actor; reason: string },
): Promise<void> {
  if (money.statementId === null) throw new Error(`money ${money.id} was not reported by a bank`)
  await writeFinding(tx, money.statementId, { explained: 'cash_out', about: cashOut, why: reason }, by)
  await classifyMoney(tx, money, by, reason)
  const after = { kind: 'cash_out', reference: cashOut }
  await audit.record(tx, { event: 'statement.explained', by, subject: money.statementId, after, reason })
}

/**
 * Refuses to credit the money of a row that may be the returned money of cash-outs, unless the administrator repeats their names and so confirms
 * that it is different money. The caller must hold the lock of the row.
 */
export async function refusePerhapsReturned(tx: Tx, installation: string, row: LockedRow, confirmed: string | null): Promise<void> {
  if (row.amount === null) return
  const { bank_code: bank, amount, happened_at: at, has_time: hasTime } = row
  await refuseReturnedMoney(tx, installation, { bank, amount, at, hasTime }, confirmed)
}

/** The names of the cash-outs whose returned money this may be; null if there is none. */
export async function perhapsReturnedText(tx: Tx, installation: string, wanted: Wanted): Promise<string | null> {
  const returned = await perhapsReturned(tx, wanted)
  return returned.length === 0 ? null : namesText(returned.map(({ id }) => cashOutInvoice(installation, id)))
}

/** The same for money that an administrator has seen at the bank and of which no row has come yet. */
export async function refuseReturnedMoney(tx: Tx, installation: string, wanted: Wanted, confirmed: string | null): Promise<void> {
  const cashOuts = await perhapsReturnedText(tx, installation, wanted)
  if (cashOuts === null || confirmed === cashOuts) return
  throw new Refusal('ticket.perhaps_returned', { amount: dotted(wanted.amount), cashOuts }, { extra: { penarikan: cashOuts } })
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
