import type { CashCode } from '@lapak/contract/shared/banks'
import { ticketStateText } from '@lapak/contract/shared/ticket-states'
import { sql } from 'kysely'
import { type LockedSuspenseItem, suspenseReleasedOf } from '#contexts/funds/suspense/suspense.ts'
import { lockOpenMember } from '#contexts/members/members/members.ts'
import type { Actor } from '#contexts/system/audit/audit.ts'
import type { Tx } from '#db/db.ts'
import { asLocked, type Locked } from '#db/locked.ts'
import { Refusal } from '#http/refusal.ts'
import { depositApproved, depositCancelled, type EntrySet, type ReceivedTopUp } from '#ledger/money-events.ts'
import { postEntries } from '#ledger/post.ts'
import { publishEvent } from '#realtime/events.ts'
import { approvedEmail, approvedLine, takenBackEmail } from './emails.ts'
import type { EndDeps } from './end-ticket.ts'
import { historyOf, type TicketRow, ticketOf } from './top-ups.queries.ts'

/**
 * The evidence that a top-up was paid, locked: a bank row, a payment at the provider with its payment request, or suspense money, which is locked
 * after the row or payment that it came with. Without any of these, it is the statement of an administrator.
 */
export type Evidence =
  /** `amount` is the row's amount, which has no sen. */
  | { how: 'statement'; row: Locked<{ readonly id: bigint }>; amount: bigint }
  | { how: 'gateway'; payment: Locked<{ readonly provider_payment_id: string; readonly amount: bigint }> }
  /** `checked` is null if nobody decided, because a feed confirmed the bank row of the money. */
  | { how: 'assigned'; money: LockedSuspenseItem; reason: string; checked: CheckedCredits | null }
  | { how: 'admin'; received: bigint; reason: string; checked: CheckedCredits }

/** What an administrator credits was compared with the other credits of the member, under the lock of `lockCredits`. */
interface CheckedCredits {
  credits: MemberCredits
  /** The ticket of another credited payment, which the administrator confirmed to be different money. */
  overlappingTicket: bigint | null
}

/** The credits of a member by administrators, locked. */
export type MemberCredits = Locked<{ readonly memberId: bigint }>

interface Credit {
  /** The ticket id. */
  id: bigint
  by: Actor
  evidence: Evidence
}

/** The received sum, its description, and the entry sets to post before the deposit. */
function readEvidence(evidence: Evidence): { received: bigint; description: string; first: EntrySet[]; checked: CheckedCredits | null } {
  switch (evidence.how) {
    case 'statement':
      return { received: evidence.amount, description: `Mutasi bank ${evidence.row.id}`, first: [], checked: null }
    case 'gateway': {
      const { amount, provider_payment_id } = evidence.payment
      return { received: amount, description: `Pembayaran ${provider_payment_id}`, first: [], checked: null }
    }
    case 'assigned': {
      const { money, reason, checked } = evidence
      return { received: money.amount, description: reason, first: [suspenseReleasedOf(money)], checked }
    }
    case 'admin':
      return { received: evidence.received, description: evidence.reason, first: [], checked: evidence.checked }
  }
}

/**
 * Serialises what administrators credit to a member. An approval by hand and an allocation of suspense money may be about the same money, and lock no
 * common row: the later one has to see the earlier one. Locked after the evidence and before the ticket. Bank rows and payments that pay their ticket
 * by themselves do not need it, because their ticket is locked.
 */
export async function lockCredits(tx: Tx, memberId: bigint): Promise<MemberCredits> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`credits of ${memberId}`}, 0))`.execute(tx)
  return asLocked({ memberId })
}

/**
 * The only function that pays a ticket: it writes state, entries, e-mail and realtime event in one transaction. Lock order: the evidence, which the
 * caller has locked; then the ticket, its member and the wallet, which are locked here. The caller checks under these locks whose money it is.
 * Refused with `ticket.state` if the ticket has ended, and with `account.closed` if its member has left. An unpaid ticket that expired can still be
 * paid by a payment at the provider, or by an administrator who allocates exactly its sum to it.
 */
export async function creditTopUp(deps: EndDeps, tx: Tx, { id, by, evidence }: Credit): Promise<TicketRow> {
  const { audit, outbox, installation } = deps
  const { how } = evidence
  const { received, description, first, checked } = readEvidence(evidence)
  const before = await lockTopUp(tx, id)
  if (checked !== null && checked.credits.memberId !== before.member_id)
    throw new Error(`ticket ${id} is not of the member whose credits are locked`)
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
      beside: checked?.overlappingTicket ?? null,
      ended_at: null,
      ended_by: null,
      ended_reason: null,
      updated_at: new Date(),
    })
    .where('id', '=', id)
    .execute()
  const balances = await postEntries(tx, [...first, depositApproved(moneyOf({ ...before, received }))])
  const row = await ticketOf(tx, id)
  await audit.record(tx, {
    event: 'deposit.approved',
    by,
    subject: id,
    after: { member: row.member_id, received, credited, how },
    reason: description,
  })
  await publishTicketAndBalance(tx, installation, row, balances)
  await outbox.sendEmail(tx, { memberId: row.member_id, email: row.member_email }, approvedEmail(installation, row))
  if (row.proved_phone !== null)
    await outbox.sendText(tx, { memberId: row.member_id, phone: row.proved_phone }, 'deposit', approvedLine(installation, row))
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

/** Takes back an approved deposit. Refused with `deposit.spent` if the member's balance does not cover it. */
export async function reverseTopUp(
  deps: EndDeps,
  tx: Tx,
  { id, by, reason }: { id: bigint; by: Actor; reason: string },
): Promise<TicketRow> {
  const { audit, outbox, installation } = deps
  const before = await lockTopUp(tx, id)
  if (before.state !== 2 || before.received === null) throw new Refusal('ticket.state', { state: ticketStateText(0, before.state) })
  await tx
    .updateTable('top_up')
    .set({ state: 4, ended_at: new Date(), ended_by: by.memberId, ended_reason: reason, updated_at: new Date() })
    .where('id', '=', id)
    .execute()
  const taken = depositCancelled(moneyOf({ ...before, received: before.received }))
  const balances = await postEntries(tx, [taken], { insufficientBalance: () => new Refusal('deposit.spent') })
  const row = await ticketOf(tx, id)
  await audit.record(tx, {
    event: 'deposit.taken_back',
    by,
    subject: id,
    after: { member: row.member_id, credited: row.credited ?? 0n },
    reason,
  })
  await publishTicketAndBalance(tx, installation, row, balances)
  await outbox.sendEmail(tx, { memberId: row.member_id, email: row.member_email }, takenBackEmail(installation, row))
  return row
}

type Held = Awaited<ReturnType<typeof lockTopUp>>

async function lockTopUp(tx: Tx, id: bigint) {
  const row = await tx.selectFrom('top_up').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new Refusal('not_found.ticket')
  return row
}

const moneyOf = (row: { id: bigint; member_id: bigint; cash_code: string; fee: bigint; received: bigint }): ReceivedTopUp => ({
  ticket: row.id,
  member: row.member_id,
  cash: row.cash_code as CashCode,
  received: row.received,
  fee: row.fee,
})

/** Publishes the ticket and the balance to the member's open pages after the commit. */
async function publishTicketAndBalance(tx: Tx, installation: string, row: TicketRow, balances: ReadonlyMap<bigint, bigint>) {
  await publishEvent(tx, row.member_id, 'tiket', historyOf(installation, row))
  const balance = balances.get(row.member_id)
  if (balance !== undefined) await publishEvent(tx, row.member_id, 'saldo', { balance })
}
