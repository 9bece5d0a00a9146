import type { CashCode } from '@lapak/contract/shared/banks'
import { ticketStateText } from '@lapak/contract/shared/ticket-states'
import { type HeldMoney, leavesWaiting } from '#contexts/funds/suspense/suspense.ts'
import { lockOpenMember } from '#contexts/members/members/members.ts'
import type { Actor } from '#contexts/system/audit/audit.ts'
import type { Tx } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import { depositApproved, depositCancelled, type EntrySet, type ReceivedTopUp } from '#ledger/money-events.ts'
import { post } from '#ledger/post.ts'
import { publish } from '#realtime/events.ts'
import { approvedEmail, approvedLine, takenBackEmail } from './emails.ts'
import type { EndDeps } from './end-ticket.ts'
import { historyOf, type TicketRow, ticketOf } from './top-ups.queries.ts'

/**
 * How it is known that a top-up was paid, as whoever credits it holds it: a row of the bank under its lock, a payment at the provider with its question
 * (`paid`), money that waited, which is held after what shows it, or an administrator's word.
 */
export type Evidence =
  | { how: 'statement'; row: { readonly id: bigint; readonly amount: bigint } }
  | { how: 'gateway'; payment: { readonly provider_payment_id: string; readonly amount: bigint } }
  | { how: 'assigned'; money: HeldMoney; reason: string }
  /** `overlappingTicket` is the ticket of another payment that was credited beside it. */
  | { how: 'admin'; received: bigint; reason: string; overlappingTicket: bigint | null }

interface Credit {
  /** The ticket. */
  id: bigint
  by: Actor
  evidence: Evidence
}

/** What came, what is said of it, and what is booked before it in the same posting. */
function readEvidence(evidence: Evidence): { received: bigint; description: string; first: EntrySet[]; overlappingTicket: bigint | null } {
  switch (evidence.how) {
    case 'statement':
      return { received: evidence.row.amount, description: `Mutasi bank ${evidence.row.id}`, first: [], overlappingTicket: null }
    case 'gateway':
      return {
        received: evidence.payment.amount,
        description: `Pembayaran ${evidence.payment.provider_payment_id}`,
        first: [],
        overlappingTicket: null,
      }
    case 'assigned':
      return {
        received: evidence.money.amount,
        description: evidence.reason,
        first: [leavesWaiting(evidence.money)],
        overlappingTicket: null,
      }
    case 'admin':
      return { received: evidence.received, description: evidence.reason, first: [], overlappingTicket: evidence.overlappingTicket }
  }
}

/**
 * The only way to a paid ticket: state, entries, letter and news in one transaction. The order of locks is kept by what it takes: the evidence is held
 * already, since it cannot be had otherwise; the ticket is locked here and by nobody who has no evidence yet, then its member, then the wallet. Whoever decides
 * looks first, under those locks, at whose money it is.
 *
 * Refused with `ticket.state` when the ticket has ended, and with `account.closed` when its member has left. One that was never paid and ended by time counts
 * all the same where the provider names it, or a person says that just its sum had been on its way.
 */
export async function creditTopUp(deps: EndDeps, tx: Tx, { id, by, evidence }: Credit): Promise<TicketRow> {
  const { audit, outbox, installation } = deps
  const { how } = evidence
  const { received, description, first, overlappingTicket } = readEvidence(evidence)
  const before = await hold(tx, id)
  if (!canBePaid(before, { received, how })) throw new Refusal('ticket.state', { state: ticketStateText(0, before.state) })
  const credited = received - before.fee
  if (credited <= 0n) throw new Refusal('deposit.below_fee')
  if (!(await lockOpenMember(tx, before.member_id))) throw new Refusal('account.closed')
  await tx
    .updateTable('top_up')
    .set({
      state: 2,
      received,
      credited,
      how,
      approved_at: new Date(),
      approved_by: by.memberId,
      approved_description: description,
      beside: overlappingTicket,
      ended_at: null,
      ended_by: null,
      ended_reason: null,
      updated_at: new Date(),
    })
    .where('id', '=', id)
    .execute()
  const balances = await post(tx, [...first, depositApproved(moneyOf({ ...before, received }))])
  const row = await ticketOf(tx, id)
  await audit.note(tx, {
    event: 'deposit.approved',
    by,
    subject: id,
    after: { member: row.member_id, received, credited, how },
    reason: description,
  })
  await publishTicketAndBalance(tx, installation, row, balances)
  await outbox.mail(tx, { memberId: row.member_id, email: row.member_email }, approvedEmail(installation, row))
  if (row.proved_phone !== null)
    await outbox.line(tx, { memberId: row.member_id, phone: row.proved_phone }, 'deposit', approvedLine(installation, row))
  return row
}

function canBePaid(
  { state, approved_at, ended_by, nominal }: Held,
  { received, how }: { received: bigint; how: Evidence['how'] },
): boolean {
  if (state <= 1) return true
  if (state !== 4 || approved_at !== null) return false
  return how === 'gateway' || (how === 'assigned' && ended_by === null && received === nominal)
}

/** An approved deposit is taken back. Refused with `deposit.spent` when the balance no longer covers it. */
export async function reverseTopUp(
  deps: EndDeps,
  tx: Tx,
  { id, by, reason }: { id: bigint; by: Actor; reason: string },
): Promise<TicketRow> {
  const { audit, outbox, installation } = deps
  const before = await hold(tx, id)
  if (before.state !== 2 || before.received === null) throw new Refusal('ticket.state', { state: ticketStateText(0, before.state) })
  await tx
    .updateTable('top_up')
    .set({ state: 4, ended_at: new Date(), ended_by: by.memberId, ended_reason: reason, updated_at: new Date() })
    .where('id', '=', id)
    .execute()
  const taken = depositCancelled(moneyOf({ ...before, received: before.received }))
  const balances = await post(tx, [taken], { tooLow: () => new Refusal('deposit.spent') })
  const row = await ticketOf(tx, id)
  await audit.note(tx, {
    event: 'deposit.taken_back',
    by,
    subject: id,
    after: { member: row.member_id, credited: row.credited ?? 0n },
    reason,
  })
  await publishTicketAndBalance(tx, installation, row, balances)
  await outbox.mail(tx, { memberId: row.member_id, email: row.member_email }, takenBackEmail(installation, row))
  return row
}

type Held = Awaited<ReturnType<typeof hold>>

async function hold(tx: Tx, id: bigint) {
  const row = await tx.selectFrom('top_up').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new Refusal('not_found.ticket')
  return row
}

const moneyOf = (row: { id: bigint; member_id: bigint; cash_code: string; fee: bigint; received: bigint }): ReceivedTopUp => ({
  ticket: row.id,
  member: row.member_id,
  bank: row.cash_code as CashCode,
  received: row.received,
  fee: row.fee,
})

/** The member's pages, once the transaction is committed. */
async function publishTicketAndBalance(tx: Tx, installation: string, row: TicketRow, balances: ReadonlyMap<bigint, bigint>) {
  await publish(tx, row.member_id, 'tiket', historyOf(installation, row))
  const balance = balances.get(row.member_id)
  if (balance !== undefined) await publish(tx, row.member_id, 'saldo', { balance })
}
