import type { CashCode } from '@lapak/contract/shared/banks'
import { sql } from 'kysely'
import { openRequests } from '#contexts/system/approvals/approvals.ts'
import { type Actor, type Audit, systemActor } from '#contexts/system/audit/audit.ts'
import type { Reader, Tx } from '#db/db.ts'
import { asLocked, type Locked } from '#db/locked.ts'
import { Refusal } from '#http/refusal.ts'
import { type EntrySet, suspenseReceived, suspenseReleased } from '#ledger/money-events.ts'
import { postEntries } from '#ledger/post.ts'

/** Suspense money: money that is booked but has no known owner. */
export interface SuspenseItem {
  id: bigint
  bank: CashCode
  amount: bigint
  /** The source of the money: either a bank row or a payment at the provider. */
  statementId: bigint | null
  paymentId: bigint | null
}

/** Suspense money that is locked until the end of the transaction. */
export type LockedSuspenseItem = Locked<SuspenseItem>

type Shown = { statementId: bigint } | { paymentId: bigint }

interface Received {
  bank: CashCode
  amount: bigint
  shown: Shown
}

/** Books money without an owner in the suspense account until an administrator decides. Its source is a bank row or a payment at the provider. */
export async function openSuspense(audit: Audit, tx: Tx, { bank, amount, shown }: Received): Promise<bigint> {
  const [by, source] =
    'statementId' in shown
      ? [{ statement_id: shown.statementId }, { statement: shown.statementId }]
      : [{ gateway_payment_id: shown.paymentId }, { payment: shown.paymentId }]
  const { id } = await tx
    .insertInto('suspense_item')
    .values({ cash_code: bank, amount, ...by })
    .returning('id')
    .executeTakeFirstOrThrow()
  await postEntries(tx, [suspenseReceived(id, bank, amount)])
  await audit.record(tx, { event: 'unmatched.received', by: systemActor, subject: id, after: { bank, amount, ...source } })
  return id
}

const money = (read: Reader) =>
  read.selectFrom('suspense_item').select(['id', 'cash_code', 'amount', 'statement_id', 'gateway_payment_id', 'closed_how'])

type Found = Awaited<ReturnType<ReturnType<typeof money>['executeTakeFirstOrThrow']>>

const asSuspenseItem = ({ id, cash_code, amount, statement_id, gateway_payment_id }: Found): SuspenseItem => ({
  id,
  bank: cash_code as CashCode,
  amount,
  statementId: statement_id,
  paymentId: gateway_payment_id,
})

const asLockedItem = (found: Found): LockedSuspenseItem => asLocked(asSuspenseItem(found))

/** Locks the suspense money of this bank row; null if there is none. */
export async function moneyOfRow(tx: Tx, statementId: bigint): Promise<LockedSuspenseItem | null> {
  const found = await money(tx).where('statement_id', '=', statementId).where('closed_at', 'is', null).forUpdate().executeTakeFirst()
  return found ? asLockedItem(found) : null
}

/** Reads the suspense money of this bank row without locking it; null if there is none. */
export async function readMoneyOfRow(read: Reader, statementId: bigint): Promise<SuspenseItem | null> {
  const found = await money(read).where('statement_id', '=', statementId).where('closed_at', 'is', null).executeTakeFirst()
  return found ? asSuspenseItem(found) : null
}

/** Reads suspense money without locking it. Refused if the money is no longer in suspense. */
export const readMoney = async (read: Reader, id: bigint): Promise<SuspenseItem> =>
  stillWaiting(await money(read).where('id', '=', id).executeTakeFirst())

/**
 * Locks suspense money until the end of the transaction. The caller locks the bank row or the payment before. Refused if the money is no longer in
 * suspense.
 */
export const lockMoney = async (tx: Tx, id: bigint): Promise<LockedSuspenseItem> =>
  asLocked(stillWaiting(await money(tx).where('id', '=', id).forUpdate().executeTakeFirst()))

function stillWaiting(found: Found | undefined): SuspenseItem {
  if (!found) throw new Refusal('not_found.money')
  if (found.closed_how !== null) throw new Refusal('statement.taken')
  return asSuspenseItem(found)
}

/** Reads money that left suspense because it was explained as not the platform's or as already booked. */
export const readClassified = async (read: Reader, id: bigint): Promise<SuspenseItem> =>
  explained(await money(read).where('id', '=', id).executeTakeFirst())

export const lockClassified = async (tx: Tx, id: bigint): Promise<SuspenseItem> =>
  explained(await money(tx).where('id', '=', id).forUpdate().executeTakeFirst())

function explained(found: Found | undefined): SuspenseItem {
  if (!found) throw new Refusal('not_found.money')
  if (found.closed_how !== 'explained') throw new Refusal(found.closed_how === null ? 'statement.open' : 'statement.taken')
  return asSuspenseItem(found)
}

/** The entries that move the money out of suspense; the caller posts them. */
export const suspenseReleasedOf = ({ id, bank, amount }: SuspenseItem): EntrySet => suspenseReleased(id, bank, amount)

type Ending = { closed_how: 'assigned'; top_up_id: bigint } | { closed_how: 'explained' }

/**
 * Whether a second administrator is asked to let this money leave the books as not the platform's: the administrator who asked may have sent it back
 * to its payer. The request whose approval is being executed is open no more.
 */
export const isReleaseAsked = async (read: Reader, { id }: SuspenseItem): Promise<boolean> =>
  (await openRequests(read, 'unmatched.assign', id).select('id').where(sql<boolean>`payload ->> 'kind' = 'noted'`).executeTakeFirst()) !==
  undefined

/**
 * Closes the row of the suspense money; the caller posts the entries. Refused while a second administrator is asked to release the money: whoever got it
 * otherwise would have it besides the payer.
 */
export async function endSuspense(tx: Tx, money: SuspenseItem, by: Actor, reason: string, ending: Ending): Promise<void> {
  if (await isReleaseAsked(tx, money)) throw new Refusal('decision.waits')
  await tx
    .updateTable('suspense_item')
    .set({ ...ending, closed_at: new Date(), closed_by: by.memberId, reason })
    .where('id', '=', money.id)
    .execute()
}

/** Takes money out of suspense that was already booked or is not the platform's. */
export async function classifyMoney(tx: Tx, money: SuspenseItem, by: Actor, reason: string): Promise<void> {
  await postEntries(tx, [suspenseReleasedOf(money)])
  await endSuspense(tx, money, by, reason, { closed_how: 'explained' })
}

/**
 * Undoes a wrong explanation; the caller books the money in suspense again. Returns false if there was no explained money for this row or payment.
 */
export async function undoExplaining(tx: Tx, shown: Shown): Promise<boolean> {
  const undone = await tx
    .updateTable('suspense_item')
    .set({ closed_how: 'undone' })
    .where(
      'statementId' in shown ? 'statement_id' : 'gateway_payment_id',
      '=',
      'statementId' in shown ? shown.statementId : shown.paymentId,
    )
    .where('closed_how', '=', 'explained')
    .returning('id')
    .executeTakeFirst()
  return undone !== undefined
}
