import type { CashCode } from '@lapak/contract/shared/banks'
import { ticketStateText } from '@lapak/contract/shared/ticket-states'
import type { Actor, Audit, AuditEntry } from '#contexts/system/audit/audit.ts'
import type { Email, Outbox } from '#contexts/system/outbox/outbox.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Tx } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import { enqueue } from '#jobs/jobs.ts'
import { cashOutPaid, cashOutRejected, cashOutReturned } from '#ledger/money-events.ts'
import { postEntries } from '#ledger/post.ts'
import { closeAccountJob } from './cash-outs.jobs.ts'
import { type CashOutRow, requestOf } from './cash-outs.queries.ts'
import { leavingCase } from './cash-outs.rules.ts'
import { paidEmail, processedEmail, rejectedEmail, returnedEmail, stateLine } from './emails.ts'
import { postCashOutReturn, requireCoverage } from './held-back.ts'
import { livePayoutOf, refuseContradicted } from './payouts.queries.ts'
import { publishCashOut } from './publish-cash-out.ts'
import { refuseWhileDecisionWaits } from './waiting-decision.ts'

/*
 * The steps of a cash-out after it was requested. Each step is one transaction with entries, e-mail and realtime event, under the lock of the
 * cash-out. The caller checks that an administrator does not decide about his own money. A cash-out in a wrong state is refused with `ticket.state`.
 */

export interface ProcessDeps {
  audit: Audit
  outbox: Outbox
  settings: Settings
  installation: string
}

interface Step {
  id: bigint
  by: Actor
}

/**
 * Marks the cash-out as being processed: the member can no longer withdraw it. Refused while the balance does not cover the member's debt and the
 * held-back amount.
 */
export async function processCashOut(deps: ProcessDeps, tx: Tx, { id, by }: Step): Promise<void> {
  const { member_id } = await lockUndecided(tx, { id, by }, [0])
  await requireCoverage(tx, deps, member_id)
  await tx
    .updateTable('cash_out')
    .set({ state: 1, processed_at: new Date(), processed_by: by.memberId, updated_at: new Date() })
    .where('id', '=', id)
    .execute()
  const row = await requestOf(tx, id)
  await finish(deps, tx, row, { event: 'cash_out.processed', by, subject: id }, () => Promise.resolve(new Map()), {
    email: processedEmail(deps.installation, row),
    became: 'sedang diproses',
  })
}

interface Paid extends Step {
  from: CashCode
  how: 'hand' | 'provider'
  description: string
  /** The sum by which the balance does not cover debt and claims, as confirmed by the administrator; for money that was already sent. */
  lacking?: bigint | null
}

/**
 * Books that the money has left the account `from`, even if the account has less in the books. A payment by hand is refused if the balance does not
 * cover debt and claims, unless the administrator confirms the missing sum.
 */
export async function payCashOut(deps: ProcessDeps, tx: Tx, paid: Paid): Promise<void> {
  const { id, by, from, how, description, lacking = null } = paid
  const { kasus, member_id, amount } = await lockUndecided(tx, { id, by }, [1])
  await refuseLivePayout(tx, id)
  // What the provider paid is booked, whatever it reports about an earlier payout.
  if (how === 'hand') await refuseContradicted(tx, id)
  const short = how === 'hand' ? await requireCoverage(tx, deps, member_id, lacking) : 0n
  await tx
    .updateTable('cash_out')
    .set({
      state: 2,
      paid_from: from,
      paid_how: how,
      paid_at: new Date(),
      approved_by: by.memberId,
      approved_description: description,
      updated_at: new Date(),
    })
    .where('id', '=', id)
    .execute()
  const row = await requestOf(tx, id)
  const after = { member: member_id, amount, from, ...(short > 0n && { short }) }
  await finish(
    deps,
    tx,
    row,
    { event: 'cash_out.paid', by, subject: id, after, reason: description },
    () => postEntries(tx, [cashOutPaid(id, from, amount)]),
    {
      email: paidEmail(deps.installation, row),
      became: 'sudah dikirim',
    },
  )
  if (kasus === leavingCase) await enqueue(tx, closeAccountJob, { id })
}

/** Rejects the request; the money returns to the balance. */
export async function rejectCashOut(deps: ProcessDeps, tx: Tx, { id, by, reason }: Step & { reason: string }): Promise<void> {
  const { member_id, amount } = await lockUndecided(tx, { id, by }, [0, 1])
  await refuseLivePayout(tx, id)
  await refuseContradicted(tx, id)
  await tx
    .updateTable('cash_out')
    .set({ state: 3, ended_at: new Date(), ended_by: by.memberId, ended_reason: reason, updated_at: new Date() })
    .where('id', '=', id)
    .execute()
  const row = await requestOf(tx, id)
  const after = { member: member_id, amount }
  const booked = cashOutRejected(id, member_id, amount)
  await finish(
    deps,
    tx,
    row,
    { event: 'cash_out.rejected', by, subject: id, after, reason },
    () => postCashOutReturn(tx, deps.audit, member_id, booked),
    {
      email: rejectedEmail(deps.installation, row),
      became: 'ditolak',
    },
  )
}

/** The bank returned the money of a paid cash-out. If the payment had closed the member's account, `postEntries` enqueues the job that reopens it. */
export async function returnCashOut(
  deps: ProcessDeps,
  tx: Tx,
  { id, by, reason, returnedIn = null }: Step & { reason: string; returnedIn?: string | null },
): Promise<void> {
  const { member_id, amount, paid_from } = await lockUndecided(tx, { id, by }, [2])
  await tx
    .updateTable('cash_out')
    .set({ state: 4, returned_at: new Date(), returned_by: by.memberId, returned_reason: reason, updated_at: new Date() })
    .where('id', '=', id)
    .execute()
  const row = await requestOf(tx, id)
  const after = { member: member_id, amount, ...(returnedIn !== null && { returnedin: returnedIn }) }
  const booked = cashOutReturned(id, member_id, paid_from as CashCode, amount)
  await finish(
    deps,
    tx,
    row,
    { event: 'cash_out.returned', by, subject: id, after, reason },
    () => postCashOutReturn(tx, deps.audit, member_id, booked),
    {
      email: returnedEmail(deps.installation, row),
      became: 'dikembalikan bank',
    },
  )
}

/** Locks the cash-out; refuses if it is in another state, or if another decision about it waits. */
async function lockUndecided(tx: Tx, { id, by }: Step, from: readonly number[]) {
  const row = await tx
    .selectFrom('cash_out')
    .select(['state', 'kasus', 'member_id', 'amount', 'paid_from'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.ticket')
  if (!from.includes(row.state)) throw new Refusal('ticket.state', { state: ticketStateText(1, row.state) })
  await refuseWhileDecisionWaits(tx, id, by)
  return row
}

/** A live payout: the provider may still pay the cash-out or may have paid it. */
export async function refuseLivePayout(tx: Tx, id: bigint): Promise<void> {
  if (await livePayoutOf(tx, id)) throw new Refusal('cash_out.payout_live')
}

type CashOutEvent = 'cash_out.processed' | 'cash_out.paid' | 'cash_out.rejected' | 'cash_out.returned'

async function finish<Name extends CashOutEvent>(
  { audit, outbox, installation }: ProcessDeps,
  tx: Tx,
  row: CashOutRow,
  note: AuditEntry<Name>,
  book: () => Promise<ReadonlyMap<bigint, bigint>>,
  { email, became }: { email: Email; became: string },
): Promise<void> {
  const balances = await book()
  await audit.record(tx, note)
  await publishCashOut(tx, installation, row, balances)
  await outbox.sendEmail(tx, { memberId: row.member_id, email: row.member_email }, email)
  if (row.proved_phone !== null)
    await outbox.sendText(tx, { memberId: row.member_id, phone: row.proved_phone }, 'cash_out', stateLine(installation, row, became))
}
