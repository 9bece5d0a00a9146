import { randomUUID } from 'node:crypto'
import type { Explanation } from '@lapak/contract/funds/bank-statements'
import type { CashCode } from '@lapak/contract/shared/banks'
import type { Kysely } from 'kysely'
import { fingerprintOf } from '#contexts/funds/bank-statements/statement-row.ts'
import { digestOfShown, newestPaymentRequest } from '#contexts/funds/payment-gateway/payment-requests.queries.ts'
import type { Tx } from '#db/db.ts'
import type { DB } from '#db/schema.ts'
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
import { openWallets, postEntries } from '#ledger/post.ts'

/* Inserts money that tests need: the row and its entries together, as the rules of the books require. Each function returns the id of its row. */

const reason = 'Uji'

interface Deposited {
  bank?: CashCode
  fee?: bigint
  how?: 'opening' | 'assigned' | 'gateway' | 'statement' | 'admin'
  channel?: 'transfer' | 'qris' | 'va'
}

export async function deposit(
  tx: Tx,
  member: bigint,
  received: bigint,
  { bank = '01', fee = 0n, how = 'opening', channel = 'transfer' }: Deposited = {},
): Promise<bigint> {
  const { id } = await tx
    .insertInto('top_up')
    .values({
      member_id: member,
      method_id: Number(bank),
      channel,
      cash_code: bank,
      amount: received - fee,
      fee,
      nominal: received,
      state: 2,
      received,
      credited: received - fee,
      how,
      approved_at: new Date(),
      approved_by: how === 'admin' ? member : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const facts = { member, received, credited: received - fee }
  if (how === 'opening') await noted(tx, 'deposit.opened', id, null, { member, received })
  else await noted(tx, 'deposit.approved', id, how === 'admin' ? member : null, { ...facts, how })
  await postEntries(tx, [depositApproved({ ticket: id, member, bank, received, fee })])
  return id
}

/** Adds the event to the audit, with the actor and the amounts. */
export const noted = (
  tx: Kysely<DB>,
  event: string,
  id: bigint,
  by: bigint | null,
  after: Record<string, bigint | string | number | null>,
) =>
  tx
    .insertInto('audit')
    .values({
      event,
      actor_id: by,
      address: '',
      subject_kind: 'ticket',
      subject: String(id),
      after: Object.fromEntries(Object.entries(after).map(([name, fact]) => [name, typeof fact === 'bigint' ? Number(fact) : fact])),
      reason,
    })
    .execute()

export async function cancelTopUp(tx: Tx, id: bigint): Promise<void> {
  const row = await tx
    .updateTable('top_up')
    .set({ state: 4, ended_at: new Date() })
    .where('id', '=', id)
    .returning(['member_id', 'cash_code', 'received', 'fee'])
    .executeTakeFirstOrThrow()
  const { member_id: member, cash_code, received, fee } = row
  await noted(tx, 'deposit.taken_back', id, null, { member, credited: (received ?? 0n) - fee })
  await postEntries(tx, [depositCancelled({ ticket: id, member, bank: cash_code as CashCode, received: received ?? 0n, fee })])
}

/** The line of the audit about a ticket that a test has ended itself. */
export const noteEnd = (tx: Kysely<DB>, id: bigint, state: 3 | 4, by: bigint | null = null) =>
  noted(tx, state === 3 ? 'deposit.rejected' : 'deposit.cancelled', id, by, { status: state })

/** A ticket that ended unpaid: rejected or cancelled by an administrator, or expired. */
export async function endUnpaid(tx: Tx, member: bigint, nominal: bigint, end: 'rejected' | 'cancelled' | 'expired'): Promise<void> {
  const by = end === 'expired' ? null : (await administrators(tx))[0]
  const state = end === 'rejected' ? 3 : 4
  const { id } = await tx
    .insertInto('top_up')
    .values({
      member_id: member,
      method_id: 1,
      channel: 'transfer',
      cash_code: '01',
      amount: nominal,
      fee: 0n,
      nominal,
      state,
      ended_at: new Date(),
      ended_by: by,
      ended_reason: reason,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await noteEnd(tx, id, state, by)
}

/** A difference of the reconciliation that an administrator has ended, and one that was found again after that. */
export async function endedDifferences(tx: Tx): Promise<void> {
  const [by] = await administrators(tx)
  const facts = { scope: 'bank', kind: 'balance', day: '2026-01-02', reference: 'saldo' }
  const row = { ...facts, key: '01', ours: '5.00', detail: 'Uji' }
  const ended = await tx
    .insertInto('reconciliation_difference')
    .values({ ...row, theirs: '6.00', ended_at: new Date(), ended_by: by, ended_reason: reason })
    .returning('id')
    .executeTakeFirstOrThrow()
  await noted(tx, 'reconciliation.ended', ended.id, by, facts)
  const reopened = await tx
    .insertInto('reconciliation_difference')
    .values({ ...row, theirs: '7.00' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await noted(tx, 'reconciliation.ended', reopened.id, by, facts)
  await noted(tx, 'reconciliation.reopened', reopened.id, null, facts)
}

/** A cash-out that was requested, and is neither paid nor rejected yet. */
export async function askCashOut(tx: Tx, member: bigint, amount: bigint, kasus: 1 | 2 | null = null): Promise<bigint> {
  const { id } = await tx
    .insertInto('cash_out')
    .values({ member_id: member, bank_code: '04', account_no: '1234567890', account_name: 'Uji', amount, kasus })
    .returning('id')
    .executeTakeFirstOrThrow()
  await noted(tx, 'cash_out.requested', id, member, { member, amount, bank: '04', end: '7890', kasus })
  await postEntries(tx, [cashOutRequested(id, member, amount)])
  return id
}

export async function payCashOut(tx: Tx, id: bigint, from: CashCode = '04'): Promise<void> {
  const { amount, member_id } = await tx
    .updateTable('cash_out')
    .set((row) => ({ state: 2, paid_at: new Date(), paid_from: from, paid_how: 'hand', approved_by: row.ref('member_id') }))
    .where('id', '=', id)
    .returning(['amount', 'member_id'])
    .executeTakeFirstOrThrow()
  await noted(tx, 'cash_out.paid', id, member_id, { member: member_id, amount, from })
  await postEntries(tx, [cashOutPaid(id, from, amount)])
}

/** `state` tells whether the provider has already paid the cash-out. */
export async function payOut(tx: Tx, id: bigint, state: 'waits' | 'succeeded'): Promise<void> {
  const { member_id, amount } = await tx
    .updateTable('cash_out')
    .set(state === 'waits' ? { state: 1 } : { state: 2, paid_at: new Date(), paid_from: '06', paid_how: 'provider' })
    .where('id', '=', id)
    .returning(['member_id', 'amount'])
    .executeTakeFirstOrThrow()
  const { code } = await tx.selectFrom('installation').select('code').executeTakeFirstOrThrow()
  const row = { cash_out_id: id, number: 1, reference: `CO-${code}-${id}-1`, amount, state, asked_by: member_id, reason }
  await tx
    .insertInto('payout')
    .values(state === 'waits' ? row : { ...row, due_at: null })
    .execute()
  await noted(tx, 'payout.asked', id, member_id, { reference: row.reference, amount, number: 1 })
  if (state === 'waits') return
  await noted(tx, 'cash_out.paid', id, null, { member: member_id, amount, from: '06' })
  await postEntries(tx, [cashOutPaid(id, '06', amount)])
}

export async function rejectCashOut(tx: Tx, id: bigint, state: 3 | 4 = 3): Promise<void> {
  const { amount, member_id } = await tx
    .updateTable('cash_out')
    .set({ state, ended_at: new Date() })
    .where('id', '=', id)
    .returning(['amount', 'member_id'])
    .executeTakeFirstOrThrow()
  if (state === 3) await noted(tx, 'cash_out.rejected', id, null, { member: member_id, amount })
  else await noted(tx, 'cash_out.withdrawn', id, null, {})
  await postEntries(tx, [cashOutRejected(id, member_id, amount)])
}

/** Returns a cash-out that was already paid. */
export async function returnCashOut(tx: Tx, id: bigint): Promise<void> {
  const { amount, member_id, paid_from } = await tx
    .updateTable('cash_out')
    .set({ state: 4, returned_at: new Date() })
    .where('id', '=', id)
    .returning(['amount', 'member_id', 'paid_from'])
    .executeTakeFirstOrThrow()
  await noted(tx, 'cash_out.returned', id, null, { member: member_id, amount })
  await postEntries(tx, [cashOutReturned(id, member_id, paid_from as CashCode, amount)])
}

/** A cash-out that is paid at once, so that the member can request another cash-out. */
export async function cashOut(tx: Tx, member: bigint, amount: bigint): Promise<bigint> {
  const id = await askCashOut(tx, member, amount)
  await payCashOut(tx, id)
  return id
}

type ShownBy = { statement_id: bigint } | { gateway_payment_id: bigint }

async function wait(tx: Tx, bank: CashCode, amount: bigint, shown: ShownBy): Promise<bigint> {
  const { id } = await tx
    .insertInto('suspense_item')
    .values({ cash_code: bank, amount, ...shown })
    .returning('id')
    .executeTakeFirstOrThrow()
  const facts = { bank, amount }
  await noted(
    tx,
    'unmatched.received',
    id,
    null,
    'statement_id' in shown ? { ...facts, statement: shown.statement_id } : { ...facts, payment: shown.gateway_payment_id },
  )
  await postEntries(tx, [unmatchedReceived(id, bank, amount)])
  return id
}

/** Money at a bank without a ticket, with a row of the bank statement. Returns the id of the suspense item. */
export const receiveUnmatched = async (tx: Tx, bank: CashCode, amount: bigint): Promise<bigint> =>
  wait(tx, bank, amount, { statement_id: await showRow(tx, bank, amount, 'unmatched', null) })

/**
 * A row of the bank statement for money that is already booked; a positive amount came in. An administrator explained it, if the program explains no
 * row so.
 */
export async function showRow(
  tx: Tx,
  bank: CashCode,
  amount: bigint,
  explained: Explanation,
  about: bigint | null,
  at = new Date(),
): Promise<bigint> {
  const row = {
    accountNo: '1234567890',
    at,
    hasTime: true,
    amount: amount * 100n,
    description: `Uji ${randomUUID()}`,
    reff: '',
    balance: null,
  }
  const by = explained === 'correction' || explained === 'noted' ? (await administrators(tx))[0] : null
  const { id } = await tx
    .insertInto('bank_statement')
    .values({
      bank_code: bank,
      account_no: row.accountNo,
      happened_at: at,
      has_time: true,
      amount: `${amount}.00`,
      description: row.description,
      reff: '',
      source: 'feed',
      fingerprint: fingerprintOf(bank, 'feed', { ...row, name: null }),
      nth: 1,
      explained,
      explained_id: about,
      explained_at: explained === 'new' || explained === 'unmatched' ? null : new Date(),
      explained_by: by,
      why: reason,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (by !== null) await noted(tx, 'statement.explained', id, by, { kind: explained, reference: about })
  return id
}

/** A row of the bank statement for money in suspense. Returns the id of the row. */
export async function showUnmatched(tx: Tx, bank: CashCode, amount: bigint, at?: Date): Promise<bigint> {
  const statement_id = await showRow(tx, bank, amount, 'unmatched', null, at)
  await wait(tx, bank, amount, { statement_id })
  return statement_id
}

/** Explains the money of such a row as not belonging to the platform; the money leaves suspense. */
export async function recordUnmatched(tx: Tx, statement: bigint): Promise<void> {
  const [by] = await administrators(tx)
  await noted(tx, 'statement.explained', statement, by, { kind: 'noted', reference: null })
  const { id, cash_code, amount } = await tx
    .updateTable('suspense_item')
    .set({ closed_at: new Date(), closed_how: 'explained', closed_by: by })
    .where('statement_id', '=', statement)
    .where('closed_at', 'is', null)
    .returningAll()
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('bank_statement')
    .set({ explained: 'noted', explained_at: new Date(), explained_by: by, why: reason })
    .where('id', '=', statement)
    .execute()
  await postEntries(tx, [unmatchedReleased(id, cash_code as CashCode, amount)])
}

/** Allocates money in suspense to a member: it leaves suspense and arrives by a deposit. */
export async function assignUnmatched(tx: Tx, id: bigint, member: bigint): Promise<bigint> {
  const found = await tx.selectFrom('suspense_item').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const bank = found.cash_code as CashCode
  await postEntries(tx, [unmatchedReleased(id, bank, found.amount)])
  const channel = found.gateway_payment_id === null ? 'transfer' : 'qris'
  const ticket = await deposit(tx, member, found.amount, { bank, how: 'assigned', channel })
  await tx
    .updateTable('suspense_item')
    .set({ closed_at: new Date(), closed_how: 'assigned', top_up_id: ticket })
    .where('id', '=', id)
    .execute()
  await tx
    .updateTable('bank_statement')
    .set({ explained: 'deposit', explained_id: ticket, explained_at: new Date() })
    .where('id', '=', found.statement_id)
    .execute()
  return ticket
}

async function providerPayment(tx: Tx, amount: bigint, paid: { reference: string; top_up_id: bigint } | null): Promise<bigint> {
  const { id } = await tx
    .insertInto('gateway_payment')
    .values({
      kind: 'qris',
      provider_payment_id: `uji-${amount}`,
      reference: 'uji',
      amount,
      facts: '{}',
      state: paid ? 'credited' : 'unmatched',
      ...paid,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A payment at the provider, for a member's ticket. */
export async function payAtProvider(tx: Tx, member: bigint, amount: bigint): Promise<void> {
  const ticket = await deposit(tx, member, amount, { bank: '06', how: 'gateway' })
  const { code } = await tx.selectFrom('installation').select('code').executeTakeFirstOrThrow()
  const asked = { member_id: member, top_up_id: ticket, reference: `TP-${code}-${ticket}` }
  const shown = { qr: `uji-${amount}`, qr_drawn: 'data:image/png;base64,AAAA' }
  const { id } = await tx
    .insertInto('payment_request')
    .values({ ...asked, ...shown, kind: 'qris', amount, state: 'paid', due_at: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const facts = await tx
    .selectFrom('payment_request')
    .select([digestOfShown.as('digest'), newestPaymentRequest.as('newest')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await noted(tx, 'payment_request.opened', id, null, facts)
  await providerPayment(tx, amount, { reference: asked.reference, top_up_id: ticket })
}

/** A payment at the provider without a ticket. Returns the id of the suspense item. */
export const strayAtProvider = async (tx: Tx, amount: bigint, cash: CashCode = '06'): Promise<bigint> =>
  wait(tx, cash, amount, { gateway_payment_id: await providerPayment(tx, amount, null) })

export async function transferCash(tx: Tx, from: CashCode, to: CashCode, amount: bigint): Promise<bigint> {
  const { id } = await tx
    .insertInto('cash_transfer')
    .values({ from_code: from, to_code: to, amount, reason })
    .returning('id')
    .executeTakeFirstOrThrow()
  await noted(tx, 'cash.transferred', id, null, { from, to, amount })
  await postEntries(tx, [cashTransferred(id, from, to, amount)])
  return id
}

export async function correctCash(tx: Tx, bank: CashCode, kind: CashCorrectionKind, amount: bigint): Promise<bigint> {
  const { id } = await tx
    .insertInto('cash_correction')
    .values({ cash_code: bank, kind, amount, reason })
    .returning('id')
    .executeTakeFirstOrThrow()
  await noted(tx, 'cash.corrected', id, null, { code: bank, kind, amount })
  await postEntries(tx, [cashCorrected(id, bank, kind, amount)])
  return id
}

/** A positive amount is a credit. Two administrators approve, as always. */
export async function adjust(tx: Tx, member: bigint, amount: bigint): Promise<bigint> {
  const [row] = await adjustments(tx, [{ member, amount }])
  if (row === undefined) throw new Error('nothing was adjusted')
  await postEntries(tx, [adjustmentBooked(row.id, member, amount)])
  return row.id
}

/** The rows and entries of several adjustments, for callers that post them together. */
export async function adjustments(tx: Tx, wanted: readonly { member: bigint; amount: bigint }[]) {
  const [asked_by, second_by] = await administrators(tx)
  const rows = await tx
    .insertInto('adjustment')
    .values(wanted.map(({ member: member_id, amount }) => ({ member_id, amount, reason, asked_by, second_by })))
    .returning(['id', 'member_id', 'amount'])
    .execute()
  const decisions = await tx
    .insertInto('approval_request')
    .values(
      rows.map(({ id, member_id, amount }) => ({
        kind: 'cash.move',
        subject: `adjustment uji-${id}`,
        amount: amount < 0n ? -amount : amount,
        payload: { act: 'adjustment', member: Number(member_id), amount: Number(amount), reffclient: null },
        asked_by,
        reason,
        outcome: 'approved',
        decided_by: second_by,
        decided_at: new Date(),
        decided_reason: reason,
      })),
    )
    .returning(['id', 'subject', 'amount'])
    .execute()
  for (const { id, subject, amount } of decisions) {
    await noted(tx, 'decision.asked', id, asked_by, { kind: 'cash.move', subject, amount: amount ?? 0n })
    await noted(tx, 'decision.approved', id, second_by, {})
  }
  for (const { id, member_id: member, amount } of rows)
    await noted(tx, 'adjustment.booked', id, second_by, { member, amount, askedby: asked_by })
  return rows
}

/** Two administrators without other data, created on first use. */
async function administrators(tx: Tx): Promise<[bigint, bigint]> {
  const emails = [1, 2].map((number) => `penyesuai-${number}@lapak.test`)
  const made = await tx
    .insertInto('member')
    .values(emails.map((email) => ({ name: 'Penyesuai', email, password_hash: '-' })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  await openWallets(
    tx,
    made.map(({ id }) => id),
  )
  const rows = await tx.selectFrom('member').select('id').where('email', 'in', emails).orderBy('id').execute()
  const [first, second] = rows.map(({ id }) => id)
  if (first === undefined || second === undefined) throw new Error('there are no two to adjust')
  return [first, second]
}
