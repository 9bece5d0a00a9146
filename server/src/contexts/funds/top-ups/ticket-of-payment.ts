import type { TopUpTicket } from '@lapak/contract/funds/top-ups'
import type { CashCode } from '@lapak/contract/shared/banks'
import { sql } from 'kysely'
import { lockOpenMember } from '#contexts/members/members/members.ts'
import { type Audit, systemActor } from '#contexts/system/audit/audit.ts'
import type { Reader, Tx } from '#db/db.ts'
import { feeWithin } from './methods.ts'

type Channel = TopUpTicket['channel']

const methodOf = (read: Reader, channel: Channel) =>
  read.selectFrom('payment_method').selectAll().where('channel', '=', channel).orderBy('id').executeTakeFirstOrThrow()

/** The cash account at which payments of this channel are booked. */
export const cashCodeOf = async (read: Reader, channel: Channel): Promise<CashCode> => (await methodOf(read, channel)).cash_code as CashCode

/** The ticket of a payment at the provider, with its row locked until the end of the transaction. */
export interface PaidTicket {
  id: bigint
  /** True if an administrator approved the ticket before the payment was reported, so that its money is already in the books. */
  byHand: boolean
}

interface ReceivedPayment {
  received: bigint
  paidAt: Date | null
}

const clocksDiffer = sql`interval '10 minutes'`
/** If the time of a payment is unknown, approvals by hand within this time may be about it. */
const handDays = sql`interval '7 days'`

/** An approval by hand can be about a payment only if it came after the payment. Returns the earliest time of such an approval. */
const isAbout = (paidAt: Date | null) => sql<Date>`coalesce(${paidAt}::timestamptz - ${clocksDiffer}, now() - ${handDays})`

const held = (tx: Tx, { received, paidAt }: ReceivedPayment) =>
  tx
    .selectFrom('top_up')
    .select(['id', sql<boolean>`state = 2`.as('byHand')])
    .where('nominal', '=', received)
    .where(({ or, and, eb }) =>
      or([eb('state', 'in', [0, 1]), and([eb('state', '=', 2), eb('how', '=', 'admin'), eb('approved_at', '>', isAbout(paidAt))])]),
    )
    .forUpdate()

/**
 * Whether an administrator approved a ticket of the member by hand that may be about this payment, although its sum or channel differs, since neither a
 * bank row nor a payment shows its money. In that case an administrator has to decide about the payment.
 */
async function wasSpokenOf(tx: Tx, memberId: bigint, paidAt: Date | null): Promise<boolean> {
  const spoken = await tx
    .selectFrom('top_up')
    .select('id')
    .where('member_id', '=', memberId)
    .where('state', '=', 2)
    .where('how', '=', 'admin')
    .where('approved_at', '>', isAbout(paidAt))
    .where(sql<boolean>`not exists (select from bank_statement where explained = 'deposit' and explained_id = top_up.id)`)
    .where(sql<boolean>`not exists (select from gateway_payment where top_up_id = top_up.id)`)
    .limit(1)
    .executeTakeFirst()
  return spoken !== undefined
}

/** Locks and returns the ticket of the payment request, whatever its state. */
export const namedTicket = (tx: Tx, id: bigint): Promise<PaidTicket> =>
  tx
    .selectFrom('top_up')
    .select(['id', sql<boolean>`state = 2 and how = 'admin'`.as('byHand')])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()

/**
 * Finds or creates the ticket of a payment for a member without a ticket, as at a virtual account. In this order: a ticket of exactly this sum that
 * was approved by hand before the payment was reported; the open ticket of this sum; a new ticket. Returns null if the fee takes the whole sum, if
 * the member has left, or if an approval by hand of a different sum may be about this payment.
 */
export async function ticketOfPayment(
  audit: Audit,
  tx: Tx,
  { memberId, channel, ...payment }: ReceivedPayment & { memberId: bigint; channel: Channel },
): Promise<PaidTicket | null> {
  const { received } = payment
  const found = await held(tx, payment).where('member_id', '=', memberId).where('channel', '=', channel).orderBy('id').execute()
  const known = found.find(({ byHand }) => byHand) ?? found[0]
  if (known) return known
  if (await wasSpokenOf(tx, memberId, payment.paidAt)) return null
  if (!(await lockOpenMember(tx, memberId))) return null
  const method = await methodOf(tx, channel)
  const fee = feeWithin(method, received)
  if (fee >= received) return null
  const { id } = await tx
    .insertInto('top_up')
    .values({
      member_id: memberId,
      method_id: method.id,
      channel,
      cash_code: method.cash_code,
      amount: received - fee,
      fee,
      nominal: received,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await audit.record(tx, {
    event: 'deposit.created',
    by: systemActor,
    subject: id,
    after: { member: memberId, nominal: received, end: null, name: null },
  })
  return { id, byHand: false }
}

/** Records the payment of a ticket that was approved by hand. Nothing is booked, since its money is already in the books. */
export async function recordPaymentOfTicket(audit: Audit, tx: Tx, id: bigint, payment: string): Promise<void> {
  await tx.updateTable('top_up').set({ how: 'gateway', updated_at: new Date() }).where('id', '=', id).execute()
  await audit.record(tx, { event: 'deposit.proved', by: systemActor, subject: id, after: { payment } })
}
