import { randomUUID } from 'node:crypto'
import type { Explanation } from '@lapak/contract/funds/bank-statements'
import type { CashCode } from '@lapak/contract/shared/banks'
import { type AuditEventName, auditEvents } from '@lapak/contract/system/audit'
import { CompiledQuery, type Kysely } from 'kysely'
import { fingerprintOf } from '#contexts/funds/bank-statements/statement-row.ts'
import { dueLater, looksLater } from '#contexts/funds/cash-outs/payouts.queries.ts'
import { digestOfShown, newestPaymentRequest } from '#contexts/funds/payment-gateway/payment-requests.queries.ts'
import type { Statement, Tx } from '#db/db.ts'
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
  suspenseReceived,
  suspenseReleased,
} from '#ledger/money-events.ts'
import { openWallets, postEntries } from '#ledger/post.ts'

/*
 * Inserts money that tests need: the row, its entries and its lines of the audit together, as the calls of the product write them (money.test.ts).
 * Each function returns the id of its row.
 */

const reason = 'Uji'

interface Asked {
  amount?: bigint
  /** The unique code, by which the sum differs from those of other open tickets. */
  code?: number
  bank?: Exclude<CashCode, '06'>
  at?: Date
}

const expireMs = 72 * 3_600_000

/** The ticket of a transfer, which nobody has paid yet. */
export async function askTopUp(
  tx: Kysely<DB>,
  member: bigint,
  { amount = 100_000n, code = 1, bank = '01', at = new Date() }: Asked = {},
): Promise<bigint> {
  const method = await tx
    .selectFrom('payment_method')
    .select(['id', 'account_no', 'account_name'])
    .where('cash_code', '=', bank)
    .where('channel', '=', 'transfer')
    .executeTakeFirstOrThrow()
  const { id: method_id, ...account } = method
  const nominal = amount + BigInt(code)
  const { id } = await tx
    .insertInto('top_up')
    .values({
      member_id: member,
      method_id,
      channel: 'transfer',
      cash_code: bank,
      ...account,
      amount,
      fee: 0n,
      code,
      nominal,
      created_at: at,
      expires_at: new Date(at.getTime() + expireMs),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { account_no, account_name } = account
  await noted(tx, 'deposit.created', id, member, { member, nominal, end: account_no.slice(-4) || null, name: account_name || null }, null)
  return id
}

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
  { bank: cash = '01', fee = 0n, how = 'opening', channel = 'transfer' }: Deposited = {},
): Promise<bigint> {
  const by = how === 'admin' || how === 'assigned' ? (await formerAdministrators(tx))[0] : null
  const approved_description = { opening: null, statement: 'Mutasi bank', gateway: 'Pembayaran', assigned: reason, admin: reason }[how]
  const { id } = await tx
    .insertInto('top_up')
    .values({
      member_id: member,
      method_id: Number(cash),
      channel,
      cash_code: cash,
      amount: received - fee,
      fee,
      nominal: received,
      state: 2,
      received,
      credited: received - fee,
      how,
      approved_at: new Date(),
      approved_by: by,
      approved_description,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const facts = { member, received, credited: received - fee }
  if (how === 'opening') await noted(tx, 'deposit.opened', id, null, { member, received }, null)
  else await noted(tx, 'deposit.approved', id, by, { ...facts, how }, approved_description)
  await postEntries(tx, [depositApproved({ ticket: id, member, cash, received, fee })])
  return id
}

/** Adds the event to the audit, with the actor, the amounts and the reason. */
export const noted = (
  tx: Kysely<DB>,
  event: AuditEventName,
  id: bigint,
  by: bigint | null,
  after: Record<string, bigint | string | number | null> | null,
  why: string | null = reason,
) =>
  tx
    .insertInto('audit')
    .values({
      event,
      actor_id: by,
      address: '',
      subject_kind: auditEvents[event].subject,
      subject: String(id),
      after:
        after && Object.fromEntries(Object.entries(after).map(([name, fact]) => [name, typeof fact === 'bigint' ? Number(fact) : fact])),
      reason: why,
    })
    .execute()

/** Takes back an approved deposit. */
export async function cancelTopUp(tx: Tx, id: bigint): Promise<void> {
  const [by] = await formerAdministrators(tx)
  const row = await tx
    .updateTable('top_up')
    .set({ state: 4, ended_at: new Date(), ended_by: by, ended_reason: reason, updated_at: new Date() })
    .where('id', '=', id)
    .returning(['member_id', 'cash_code', 'received', 'fee'])
    .executeTakeFirstOrThrow()
  const { member_id: member, cash_code, received, fee } = row
  await noted(tx, 'deposit.taken_back', id, by, { member, credited: (received ?? 0n) - fee })
  await postEntries(tx, [depositCancelled({ ticket: id, member, cash: cash_code as CashCode, received: received ?? 0n, fee })])
}

type UnpaidEnd = 'rejected' | 'cancelled' | 'expired'

/** Ends an open ticket: rejected by an administrator, cancelled by its member, or expired. */
export async function endTopUp(tx: Kysely<DB>, id: bigint, end: UnpaidEnd): Promise<void> {
  const [state, by, ended_reason] = await endOf(tx, id, end)
  await tx
    .updateTable('top_up')
    .set({ state, ended_at: new Date(), ended_by: by, ended_reason, updated_at: new Date() })
    .where('id', '=', id)
    .execute()
  await noted(tx, state === 3 ? 'deposit.rejected' : 'deposit.cancelled', id, by, { status: state }, ended_reason)
}

async function endOf(tx: Kysely<DB>, id: bigint, end: UnpaidEnd): Promise<[state: number, by: bigint | null, why: string]> {
  if (end === 'expired') return [4, null, 'Kedaluwarsa']
  if (end === 'rejected') return [3, (await formerAdministrators(tx))[0], reason]
  const { member_id } = await tx.selectFrom('top_up').select('member_id').where('id', '=', id).executeTakeFirstOrThrow()
  return [4, member_id, 'Dibatalkan oleh member']
}

/** A ticket that ended unpaid. */
export async function endUnpaid(tx: Tx, member: bigint, nominal: bigint, end: UnpaidEnd): Promise<void> {
  await endTopUp(tx, await askTopUp(tx, member, { amount: nominal - 1n }), end)
}

/** A difference of the reconciliation that an administrator has ended, and one that was found again after that. */
export async function endedDifferences(tx: Tx): Promise<void> {
  const [by] = await formerAdministrators(tx)
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
  await noted(tx, 'reconciliation.reopened', reopened.id, null, facts, null)
}

/** A cash-out that was requested, and is neither paid nor rejected yet. */
export async function askCashOut(tx: Tx, member: bigint, amount: bigint, kasus: 1 | 2 | null = null): Promise<bigint> {
  const { id } = await tx
    .insertInto('cash_out')
    .values({ member_id: member, bank_code: '04', account_no: '1234567890', account_name: 'Uji', amount, kasus })
    .returning('id')
    .executeTakeFirstOrThrow()
  await noted(tx, 'cash_out.requested', id, member, { member, amount, bank: '04', end: '7890', kasus }, null)
  await postEntries(tx, [cashOutRequested(id, member, amount)])
  return id
}

/** As the first administrator processes it: its member can no longer withdraw it. */
export async function processCashOut(tx: Tx, id: bigint): Promise<void> {
  const [by] = await formerAdministrators(tx)
  await tx
    .updateTable('cash_out')
    .set({ state: 1, processed_at: new Date(), processed_by: by, updated_at: new Date() })
    .where('id', '=', id)
    .execute()
  await noted(tx, 'cash_out.processed', id, by, null, null)
}

/** Only a processed cash-out is paid. */
async function processUnprocessed(tx: Tx, id: bigint): Promise<void> {
  const { state } = await tx.selectFrom('cash_out').select('state').where('id', '=', id).executeTakeFirstOrThrow()
  if (state === 0) await processCashOut(tx, id)
}

interface PaidBy {
  how: 'hand' | 'provider'
  by: bigint | null
  description: string
}

async function pay(tx: Tx, id: bigint, from: CashCode, { how, by, description }: PaidBy): Promise<void> {
  const { amount, member_id } = await tx
    .updateTable('cash_out')
    .set({
      state: 2,
      paid_at: new Date(),
      paid_from: from,
      paid_how: how,
      approved_by: by,
      approved_description: description,
      updated_at: new Date(),
    })
    .where('id', '=', id)
    .returning(['amount', 'member_id'])
    .executeTakeFirstOrThrow()
  await noted(tx, 'cash_out.paid', id, by, { member: member_id, amount, from }, description)
  await postEntries(tx, [cashOutPaid(id, from, amount)])
}

/** By hand, by the second administrator. */
export async function payCashOut(tx: Tx, id: bigint, from: CashCode = '04'): Promise<void> {
  await processUnprocessed(tx, id)
  const [, by] = await formerAdministrators(tx)
  await pay(tx, id, from, { how: 'hand', by, description: reason })
}

/** `state` tells whether the provider, which was asked by the second administrator, has already paid the cash-out. */
export async function payOut(tx: Tx, id: bigint, state: 'waits' | 'succeeded'): Promise<void> {
  await processUnprocessed(tx, id)
  const [, asked_by] = await formerAdministrators(tx)
  const { amount } = await tx.selectFrom('cash_out').select('amount').where('id', '=', id).executeTakeFirstOrThrow()
  const { code } = await tx.selectFrom('installation').select('code').executeTakeFirstOrThrow()
  const reference = `CO-${code}-${id}-1`
  const payout = await tx
    .insertInto('payout')
    .values({ cash_out_id: id, number: 1, reference, amount, asked_by, reason })
    .returning('id')
    .executeTakeFirstOrThrow()
  await noted(tx, 'payout.asked', id, asked_by, { reference, amount, number: 1 })
  await tx
    .updateTable('payout')
    .set({ state, sends: 1, provider_id: `uji-${reference}`, heard_at: new Date(), updated_at: new Date() })
    .set(state === 'waits' ? { due_at: dueLater } : { due_at: null, look_at: looksLater })
    .where('id', '=', payout.id)
    .execute()
  if (state === 'succeeded') await pay(tx, id, '06', { how: 'provider', by: null, description: `Dibayar lewat penyedia, ${reference}` })
}

/** 3 is rejected by an administrator, 4 is withdrawn by its member. */
export async function rejectCashOut(tx: Tx, id: bigint, state: 3 | 4 = 3): Promise<void> {
  const { amount, member_id } = await tx
    .selectFrom('cash_out')
    .select(['amount', 'member_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const by = state === 3 ? (await formerAdministrators(tx))[0] : member_id
  await tx
    .updateTable('cash_out')
    .set({
      state,
      ended_at: new Date(),
      ended_by: by,
      ended_reason: state === 3 ? reason : 'Dibatalkan oleh member',
      updated_at: new Date(),
    })
    .where('id', '=', id)
    .execute()
  if (state === 3) await noted(tx, 'cash_out.rejected', id, by, { member: member_id, amount })
  else await noted(tx, 'cash_out.withdrawn', id, by, null, null)
  await postEntries(tx, [cashOutRejected(id, member_id, amount)])
}

/** The bank returned the money of a paid cash-out: the provider says so about its payout, else an administrator. */
export async function returnCashOut(tx: Tx, id: bigint): Promise<void> {
  const payout = await tx
    .updateTable('payout')
    .set({ state: 'reversed', look_at: null, updated_at: new Date() })
    .where('cash_out_id', '=', id)
    .where('state', '=', 'succeeded')
    .returning('reference')
    .executeTakeFirst()
  const by = payout ? null : (await formerAdministrators(tx))[0]
  const returned_reason = payout ? `Dikembalikan penyedia, ${payout.reference}` : reason
  const { amount, member_id, paid_from } = await tx
    .updateTable('cash_out')
    .set({ state: 4, returned_at: new Date(), returned_by: by, returned_reason, updated_at: new Date() })
    .where('id', '=', id)
    .returning(['amount', 'member_id', 'paid_from'])
    .executeTakeFirstOrThrow()
  await noted(tx, 'cash_out.returned', id, by, { member: member_id, amount }, returned_reason)
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
    null,
  )
  await postEntries(tx, [suspenseReceived(id, bank, amount)])
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
  const by = explained === 'correction' || explained === 'noted' ? (await formerAdministrators(tx))[0] : null
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
  const [by] = await formerAdministrators(tx)
  await noted(tx, 'statement.explained', statement, by, { kind: 'noted', reference: null })
  const { id, cash_code, amount } = await tx
    .updateTable('suspense_item')
    .set({ closed_at: new Date(), closed_how: 'explained', closed_by: by, reason })
    .where('statement_id', '=', statement)
    .where('closed_at', 'is', null)
    .returningAll()
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('bank_statement')
    .set({ explained: 'noted', explained_at: new Date(), explained_by: by, why: reason })
    .where('id', '=', statement)
    .execute()
  await postEntries(tx, [suspenseReleased(id, cash_code as CashCode, amount)])
}

/** An administrator allocates money in suspense to a member: it leaves suspense and arrives by a deposit. */
export async function assignUnmatched(tx: Tx, id: bigint, member: bigint): Promise<bigint> {
  const [by] = await formerAdministrators(tx)
  const found = await tx.selectFrom('suspense_item').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const bank = found.cash_code as CashCode
  await postEntries(tx, [suspenseReleased(id, bank, found.amount)])
  const channel = found.gateway_payment_id === null ? 'transfer' : 'qris'
  const ticket = await deposit(tx, member, found.amount, { bank, how: 'assigned', channel })
  await tx
    .updateTable('suspense_item')
    .set({ closed_at: new Date(), closed_how: 'assigned', closed_by: by, reason, top_up_id: ticket })
    .where('id', '=', id)
    .execute()
  await tx
    .updateTable('bank_statement')
    .set({ explained: 'deposit', explained_id: ticket, explained_at: new Date(), explained_by: by, why: reason })
    .where('id', '=', found.statement_id)
    .execute()
  await noted(tx, 'unmatched.assigned', id, by, { ticket, amount: found.amount })
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
  await noted(tx, 'payment_request.opened', id, null, facts, null)
  await providerPayment(tx, amount, { reference: asked.reference, top_up_id: ticket })
}

/** A payment at the provider without a ticket. Returns the id of the suspense item. */
export const strayAtProvider = async (tx: Tx, amount: bigint, cash: CashCode = '06'): Promise<bigint> =>
  wait(tx, cash, amount, { gateway_payment_id: await providerPayment(tx, amount, null) })

export async function transferCash(tx: Tx, from: CashCode, to: CashCode, amount: bigint): Promise<bigint> {
  const [asked_by] = await formerAdministrators(tx)
  const { id } = await tx
    .insertInto('cash_transfer')
    .values({ from_code: from, to_code: to, amount, reason, asked_by })
    .returning('id')
    .executeTakeFirstOrThrow()
  await noted(tx, 'cash.transferred', id, asked_by, { from, to, amount })
  await postEntries(tx, [cashTransferred(id, from, to, amount)])
  return id
}

export async function correctCash(tx: Tx, bank: CashCode, kind: CashCorrectionKind, amount: bigint): Promise<bigint> {
  const [asked_by] = await formerAdministrators(tx)
  const { id } = await tx
    .insertInto('cash_correction')
    .values({ cash_code: bank, kind, amount, reason, asked_by })
    .returning('id')
    .executeTakeFirstOrThrow()
  await noted(tx, 'cash.corrected', id, asked_by, { code: bank, kind, amount })
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
  const [asked_by, second_by] = await formerAdministrators(tx)
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

/** Two members who were administrators when they decided, and have no role since; created on first use. */
export async function formerAdministrators(tables: Kysely<DB>): Promise<[bigint, bigint]> {
  const emails = [1, 2].map((number) => `penyesuai-${number}@lapak.test`)
  const known = async () => {
    const rows = await tables.selectFrom('member').select('id').where('email', 'in', emails).orderBy('id').execute()
    return rows.map(({ id }) => id)
  }
  let [first, second] = await known()
  if (second === undefined) {
    const values = emails.map((email) => ({ name: 'Penyesuai', email, password_hash: '-', activated: true }))
    const inserted = tables
      .insertInto('member')
      .values(values)
      .onConflict((conflict) => conflict.doNothing())
    const made = await inserted.returning('id').execute()
    await openWallets(
      runnerOf(tables),
      made.map(({ id }) => id),
    )
    ;[first, second] = await known()
  }
  if (first === undefined || second === undefined) throw new Error('there are no two administrators')
  return [first, second]
}

/** The tables may be of a transaction of the program or of the test. */
const runnerOf = (tables: Kysely<DB>): Pick<Tx, 'run'> => ({
  run: async <Row>({ text }: Statement, values: unknown[]) => (await tables.executeQuery<Row>(CompiledQuery.raw(text, values))).rows,
})
