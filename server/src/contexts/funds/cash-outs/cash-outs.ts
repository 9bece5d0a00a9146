import type { CashOutCase, cashOutCalls } from '@lapak/contract/funds/cash-outs'
import type { PaymentHistory } from '@lapak/contract/funds/wallet'
import type { BodyOf } from '@lapak/contract/shared/call'
import { dotted } from '@lapak/contract/shared/money'
import { ticketStateText } from '@lapak/contract/shared/ticket-states'
import { wib } from '@lapak/contract/shared/time-text'
import { sql } from 'kysely'
import { type BankAccount, lockBankAccount } from '#contexts/funds/bank-accounts/bank-accounts.ts'
import { cashOutInvoice } from '#contexts/funds/ticket-numbers/ticket-numbers.ts'
import { lockCompleteMember } from '#contexts/members/members/members.ts'
import type { Otp } from '#contexts/members/otp/otp.ts'
import type { Audit } from '#contexts/system/audit/audit.ts'
import { notifyAdmins } from '#contexts/system/notifications/notifications.ts'
import type { Outbox } from '#contexts/system/outbox/outbox.ts'
import { type Tx, violatesConstraint } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { cashOutRejected, cashOutRequested } from '#ledger/money-events.ts'
import { postEntries } from '#ledger/post.ts'
import { crashPoint } from '#shared/crash-points.ts'
import { type CashOutReadDeps, freeOf, historyOf, requestNamed, requestOf, rulesOf } from './cash-outs.queries.ts'
import { leavingCase, refuseAmount, refuseClosed, requiredRemainder } from './cash-outs.rules.ts'
import { requestedEmail, withdrawnEmail } from './emails.ts'
import { heldBackOf, postCashOutReturn, refuseHeldBack, settleDebtFirst } from './held-back.ts'
import { hasPendingTransactions } from './pending-transactions.ts'
import { publishCashOut } from './publish-cash-out.ts'

export { type CashOutRow, cashOutHistories, historyOf, requestsIn } from './cash-outs.queries.ts'
export { obligationsOf } from './held-back.ts'
export { type LostDeps, lastStatusOf, lockLostPayout, markLost } from './lost-payouts.ts'
export { maybeLostOf, newestPayoutsOf, payoutsOf, refuseContradicted, silentDaysOf } from './payouts.queries.ts'
export { type PayoutDeps, recheckPayout, requestPayout } from './payouts.ts'
export { payCashOut, processCashOut, refuseLivePayout, rejectCashOut, returnCashOut } from './process.ts'
export { isPerhapsSent, refuseSecondRequest } from './waiting-decision.ts'

export interface CashOutDeps extends CashOutReadDeps {
  audit: Audit
  otp: Otp
  outbox: Outbox
}

type Asked = BodyOf<typeof cashOutCalls.request>

/**
 * The request debits the wallet at once; the amount is in flight until the cash-out is paid. A request may be repeated after a lost answer. A
 * repeated request is found by its reference before the one-time code is verified, because the first request has used up the code.
 */
export async function requestCashOut(deps: CashOutDeps, by: Caller, asked: Asked): Promise<PaymentHistory> {
  const { db, otp, installation } = deps
  const known = async () => {
    const { reffclient, id } = asked
    if (reffclient === undefined) return undefined
    const row = await requestNamed(db.read, by.memberId, { reffclient, id })
    if (row && !isSame(row, asked)) throw new Refusal('ticket.reference_used', { reffclient })
    return row && historyOf(installation, row)
  }
  const before = await known()
  if (before) return before
  try {
    const verifiedOtp = await otp.verify({ by, sid: asked.key, code: asked.otp, purposes: ['cash_out', 'confirm'] })
    const request = await db.transaction(async (tx) => {
      const taken = await take(deps, tx, by, asked)
      await verifiedOtp.use(tx)
      return taken
    })
    crashPoint('cash_out.made')
    return request
  } catch (error) {
    // If a concurrent copy of this request was executed first, this copy returns its result.
    const first = error instanceof Refusal && asked.reffclient !== undefined ? await known() : undefined
    if (first) return first
    throw error
  }
}

/** A request that has the same reference but a different amount, bank account or case is a different request. */
const isSame = (row: { amount: bigint; kasus: number | null; same_account: bigint | null }, asked: Asked): boolean =>
  row.amount === asked.amount && row.kasus === (asked.kasus ?? null) && row.same_account !== null

async function take({ audit, outbox, settings, installation }: CashOutDeps, tx: Tx, by: Caller, asked: Asked): Promise<PaymentHistory> {
  const { memberId } = by
  const rules = rulesOf(settings)
  const kasus = asked.kasus ?? null
  await lockCompleteMember(tx, memberId)
  await refuseTooMany(tx, memberId, settings.get('cashOut.perDay'))
  refuseClosed(new Date(), rules)
  refuseAmount(asked.amount, { free: await freeOf(tx, settings, memberId), kasus }, rules)
  const account = await payable(await lockBankAccount(tx, settings, memberId, asked.id))
  if (kasus === leavingCase) await refusePending(tx, memberId)
  const { id } = await insert(tx, memberId, asked, kasus, account)
  await settleDebtFirst(tx, audit, memberId)
  const balances = await postEntries(tx, [cashOutRequested(id, memberId, asked.amount)], {
    insufficientBalance: () => new Refusal('balance.too_low'),
  })
  const [left, keep] = [balances.get(memberId) ?? 0n, requiredRemainder(kasus, rules)]
  refuseHeldBack(left, await heldBackOf(tx, settings, memberId), { keep, asked: asked.amount })
  if (left < keep) throw new Refusal('cash_out.keep', { keep: dotted(keep) })
  const row = await requestOf(tx, id)
  await audit.record(tx, {
    event: 'cash_out.requested',
    by,
    subject: id,
    after: { member: memberId, amount: asked.amount, bank: account.bankcode, end: account.accountno.slice(-4), kasus },
  })
  await outbox.sendEmail(tx, { memberId, email: row.member_email }, requestedEmail(row))
  notifyAdmins(tx, {
    kind: 'waiting',
    key: `cash_out ${id} waits`,
    title: 'Penarikan menunggu',
    text: `Tiket ${cashOutInvoice(installation, id)} menunggu diproses.`,
    link: `/cashout?tiket=${id}`,
  })
  return publishCashOut(tx, installation, row, balances)
}

/** A member withdraws its request before it is processed. The money is returned at once. */
export async function withdrawCashOut({ db, audit, outbox, installation }: CashOutDeps, by: Caller, id: bigint): Promise<PaymentHistory> {
  const withdrawn = await db.transaction(async (tx) => {
    const before = await tx
      .selectFrom('cash_out')
      .select(['state', 'amount'])
      .where('id', '=', id)
      .where('member_id', '=', by.memberId)
      .forUpdate()
      .executeTakeFirst()
    if (!before) throw new Refusal('not_found.ticket')
    if (before.state !== 0) throw new Refusal('ticket.state', { state: ticketStateText(1, before.state) })
    await tx
      .updateTable('cash_out')
      .set({ state: 4, ended_at: new Date(), ended_by: by.memberId, ended_reason: 'Dibatalkan oleh member', updated_at: new Date() })
      .where('id', '=', id)
      .execute()
    const balances = await postCashOutReturn(tx, audit, by.memberId, cashOutRejected(id, by.memberId, before.amount))
    await audit.record(tx, { event: 'cash_out.withdrawn', by, subject: id })
    const row = await requestOf(tx, id)
    await outbox.sendEmail(tx, { memberId: by.memberId, email: row.member_email }, withdrawnEmail(installation, row))
    return publishCashOut(tx, installation, row, balances)
  })
  crashPoint('withdrawal.made')
  return withdrawn
}

function payable(account: BankAccount | undefined): BankAccount {
  if (!account) throw new Refusal('not_found.bank')
  if (account.payableat > new Date()) throw new Refusal('bank.not_payable', { at: wib(account.payableat) })
  return account
}

async function insert(tx: Tx, memberId: bigint, asked: Asked, kasus: CashOutCase | null, account: BankAccount) {
  return tx
    .insertInto('cash_out')
    .values({
      member_id: memberId,
      bank_code: account.bankcode,
      account_no: account.accountno,
      account_name: account.accountname,
      bank_says: account.namadibank,
      amount: asked.amount,
      kasus,
      reffclient: asked.reffclient ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      if (violatesConstraint(error, 'cash_out_open')) throw new Refusal('cash_out.open')
      throw error
    })
}

/** Withdrawn requests count, too, because each of them sent an e-mail. */
async function refuseTooMany(tx: Tx, memberId: bigint, max: number) {
  const { asked } = await tx
    .selectFrom('cash_out')
    .select((select) => select.fn.countAll<bigint>().as('asked'))
    .where('member_id', '=', memberId)
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow()
  if (asked >= max) throw new Refusal('cash_out.too_many_today', { max })
}

/** A leaving member must not have anything pending. */
async function refusePending(tx: Tx, memberId: bigint) {
  if (await hasPendingTransactions(tx, memberId)) throw new Refusal('cash_out.quit_pending')
}
