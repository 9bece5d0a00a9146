import type { CashCode } from '@lapak/contract/banks'
import type { Tx } from '#core/db.ts'
import {
  adjustmentBooked,
  type CashCorrectionKind,
  cashCorrected,
  cashOutPaid,
  cashOutRejected,
  cashOutRequested,
  cashOutReturned,
  cashTransferred,
  depositApproved,
  depositCancelled,
  unmatchedReceived,
  unmatchedReleased,
} from '#ledger/money-events.ts'
import { post } from '#ledger/post.ts'

/*
 * Money that tests need somewhere: the row that demands it and its entries together, as the books want them. Each answers the
 * number of its row.
 */

interface Deposited {
  bank?: CashCode
  fee?: bigint
  how?: 'opening' | 'assigned'
}

export async function deposit(
  tx: Tx,
  member: bigint,
  received: bigint,
  { bank = '01', fee = 0n, how = 'opening' }: Deposited = {},
): Promise<bigint> {
  const { id } = await tx
    .insertInto('deposit')
    .values({
      member_id: member,
      method_id: Number(bank),
      channel: 'transfer',
      cash_code: bank,
      amount: received - fee,
      fee,
      nominal: received,
      state: 2,
      received,
      credited: received - fee,
      how,
      approved_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await post(tx, [depositApproved({ ticket: id, member, bank, received, fee })])
  return id
}

export async function cancelDeposit(tx: Tx, id: bigint): Promise<void> {
  const row = await tx
    .updateTable('deposit')
    .set({ state: 4, ended_at: new Date() })
    .where('id', '=', id)
    .returning(['member_id', 'cash_code', 'received', 'fee'])
    .executeTakeFirstOrThrow()
  const { member_id: member, cash_code, received, fee } = row
  await post(tx, [depositCancelled({ ticket: id, member, bank: cash_code as CashCode, received: received ?? 0n, fee })])
}

/** Asked for, and neither paid nor rejected yet. */
export async function askCashOut(tx: Tx, member: bigint, amount: bigint): Promise<bigint> {
  const { id } = await tx
    .insertInto('cash_out')
    .values({ member_id: member, bank_code: '04', account_no: '1234567890', account_name: 'Uji', amount })
    .returning('id')
    .executeTakeFirstOrThrow()
  await post(tx, [cashOutRequested(id, member, amount)])
  return id
}

export async function payCashOut(tx: Tx, id: bigint, from: CashCode = '04'): Promise<void> {
  const { amount } = await tx
    .updateTable('cash_out')
    .set({ state: 2, paid_at: new Date(), paid_from: from, paid_how: 'hand' })
    .where('id', '=', id)
    .returning('amount')
    .executeTakeFirstOrThrow()
  await post(tx, [cashOutPaid(id, from, amount)])
}

export async function rejectCashOut(tx: Tx, id: bigint): Promise<void> {
  const { amount, member_id } = await tx
    .updateTable('cash_out')
    .set({ state: 3, ended_at: new Date() })
    .where('id', '=', id)
    .returning(['amount', 'member_id'])
    .executeTakeFirstOrThrow()
  await post(tx, [cashOutRejected(id, member_id, amount)])
}

/** After it was paid. */
export async function returnCashOut(tx: Tx, id: bigint): Promise<void> {
  const { amount, member_id, paid_from } = await tx
    .updateTable('cash_out')
    .set({ state: 4, returned_at: new Date() })
    .where('id', '=', id)
    .returning(['amount', 'member_id', 'paid_from'])
    .executeTakeFirstOrThrow()
  await post(tx, [cashOutReturned(id, member_id, paid_from as CashCode, amount)])
}

/** Paid at once, so that the member can ask for another one. */
export async function cashOut(tx: Tx, member: bigint, amount: bigint): Promise<bigint> {
  const id = await askCashOut(tx, member, amount)
  await payCashOut(tx, id)
  return id
}

export async function receiveUnmatched(tx: Tx, bank: CashCode, amount: bigint): Promise<bigint> {
  const { id } = await tx.insertInto('unmatched_money').values({ cash_code: bank, amount }).returning('id').executeTakeFirstOrThrow()
  await post(tx, [unmatchedReceived(id, bank, amount)])
  return id
}

/** Money without an owner is given to one: it leaves where it waits and arrives by a deposit. */
export async function assignUnmatched(tx: Tx, id: bigint, member: bigint): Promise<bigint> {
  const found = await tx.selectFrom('unmatched_money').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const bank = found.cash_code as CashCode
  await post(tx, [unmatchedReleased(id, bank, found.amount)])
  const ticket = await deposit(tx, member, found.amount, { bank, how: 'assigned' })
  await tx
    .updateTable('unmatched_money')
    .set({ closed_at: new Date(), closed_how: 'assigned', deposit_id: ticket })
    .where('id', '=', id)
    .execute()
  return ticket
}

const reason = 'Uji'

export async function transferCash(tx: Tx, from: CashCode, to: CashCode, amount: bigint): Promise<bigint> {
  const { id } = await tx
    .insertInto('cash_transfer')
    .values({ from_code: from, to_code: to, amount, reason })
    .returning('id')
    .executeTakeFirstOrThrow()
  await post(tx, [cashTransferred(id, from, to, amount)])
  return id
}

export async function correctCash(tx: Tx, bank: CashCode, kind: CashCorrectionKind, amount: bigint): Promise<bigint> {
  const { id } = await tx
    .insertInto('cash_correction')
    .values({ cash_code: bank, kind, amount, reason })
    .returning('id')
    .executeTakeFirstOrThrow()
  await post(tx, [cashCorrected(id, bank, kind, amount)])
  return id
}

/** Positive gives. */
export async function adjust(tx: Tx, member: bigint, amount: bigint): Promise<bigint> {
  const { id } = await tx.insertInto('adjustment').values({ member_id: member, amount, reason }).returning('id').executeTakeFirstOrThrow()
  await post(tx, [adjustmentBooked(id, member, amount)])
  return id
}
