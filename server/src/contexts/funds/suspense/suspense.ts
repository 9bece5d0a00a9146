import type { CashCode } from '@lapak/contract/shared/banks'
import type { Actor } from '#contexts/system/audit/audit.ts'
import type { Reader, Tx } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import { type EntrySet, unmatchedReceived, unmatchedReleased } from '#ledger/money-events.ts'
import { post } from '#ledger/post.ts'

/** Money in the books that belongs to nobody yet. */
export interface WaitingMoney {
  id: bigint
  bank: CashCode
  amount: bigint
  /** What shows it: a row of a bank, or a payment at the provider. */
  statementId: bigint | null
  paymentId: bigint | null
}

declare const held: unique symbol

/** The same, held until the end of the transaction: nothing but the functions of this file that lock it make one. */
export type HeldMoney = WaitingMoney & { readonly [held]: true }

type Shown = { statementId: bigint } | { paymentId: bigint }

/** Money came, and nobody knows whose it is: it lies apart in the books until an administrator says. A row of a bank shows it, or the provider. */
export async function openSuspense(tx: Tx, bank: CashCode, amount: bigint, shown: Shown): Promise<bigint> {
  const by = 'statementId' in shown ? { statement_id: shown.statementId } : { gateway_payment_id: shown.paymentId }
  const { id } = await tx
    .insertInto('suspense_item')
    .values({ cash_code: bank, amount, ...by })
    .returning('id')
    .executeTakeFirstOrThrow()
  await post(tx, [unmatchedReceived(id, bank, amount)])
  return id
}

const money = (read: Reader) =>
  read.selectFrom('suspense_item').select(['id', 'cash_code', 'amount', 'statement_id', 'gateway_payment_id', 'closed_how'])

type Found = Awaited<ReturnType<ReturnType<typeof money>['executeTakeFirstOrThrow']>>

const asWaiting = ({ id, cash_code, amount, statement_id, gateway_payment_id }: Found): WaitingMoney => ({
  id,
  bank: cash_code as CashCode,
  amount,
  statementId: statement_id,
  paymentId: gateway_payment_id,
})

const asHeld = (found: Found) => asWaiting(found) as HeldMoney

/** Of this row of a statement. */
export async function moneyOfRow(tx: Tx, statementId: bigint): Promise<HeldMoney | null> {
  const found = await money(tx).where('statement_id', '=', statementId).where('closed_at', 'is', null).forUpdate().executeTakeFirst()
  return found ? asHeld(found) : null
}

/** The same, as it stands at this moment. */
export async function readMoneyOfRow(read: Reader, statementId: bigint): Promise<WaitingMoney | null> {
  const found = await money(read).where('statement_id', '=', statementId).where('closed_at', 'is', null).executeTakeFirst()
  return found ? asWaiting(found) : null
}

/** As it stands at this moment; nothing holds it there. Refused when it waits no more. */
export const readMoney = async (read: Reader, id: bigint): Promise<WaitingMoney> =>
  stillWaiting(await money(read).where('id', '=', id).executeTakeFirst())

/** The same until the end of the transaction. What shows it is held before. */
export const lockMoney = async (tx: Tx, id: bigint): Promise<HeldMoney> =>
  stillWaiting(await money(tx).where('id', '=', id).forUpdate().executeTakeFirst()) as HeldMoney

function stillWaiting(found: Found | undefined): WaitingMoney {
  if (!found) throw new Refusal('not_found.money')
  if (found.closed_how !== null) throw new Refusal('statement.taken')
  return asWaiting(found)
}

/** Money that was said to be none of ours, or booked already. */
export const readClassified = async (read: Reader, id: bigint): Promise<WaitingMoney> =>
  explained(await money(read).where('id', '=', id).executeTakeFirst())

export const lockClassified = async (tx: Tx, id: bigint): Promise<WaitingMoney> =>
  explained(await money(tx).where('id', '=', id).forUpdate().executeTakeFirst())

function explained(found: Found | undefined): WaitingMoney {
  if (!found) throw new Refusal('not_found.money')
  if (found.closed_how !== 'explained') throw new Refusal(found.closed_how === null ? 'statement.open' : 'statement.taken')
  return asWaiting(found)
}

/** Its entries, for the posting that says what it was. */
export const leavesWaiting = ({ id, bank, amount }: WaitingMoney): EntrySet => unmatchedReleased(id, bank, amount)

type Ending = { closed_how: 'assigned'; top_up_id: bigint } | { closed_how: 'explained' }

/** The row of money that waits no more; its entries are posted by who ends it. */
export async function endSuspense(tx: Tx, { id }: WaitingMoney, by: Actor, reason: string, ending: Ending): Promise<void> {
  await tx
    .updateTable('suspense_item')
    .set({ ...ending, closed_at: new Date(), closed_by: by.memberId, reason })
    .where('id', '=', id)
    .execute()
}

/** It was booked elsewhere already, or is none of ours. */
export async function classifyMoney(tx: Tx, money: WaitingMoney, by: Actor, reason: string): Promise<void> {
  await post(tx, [leavesWaiting(money)])
  await endSuspense(tx, money, by, reason, { closed_how: 'explained' })
}

/** Whoever said so was wrong: what left the books comes back as money that waits anew. Answers false where nothing had left. */
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
