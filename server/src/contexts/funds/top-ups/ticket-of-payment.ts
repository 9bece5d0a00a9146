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

/** Where money lies that came this way. */
export const cashCodeOf = async (read: Reader, channel: Channel): Promise<CashCode> => (await methodOf(read, channel)).cash_code as CashCode

/** What the provider has to say about a ticket that it was paid for; held until the end of the transaction. */
export interface PaidTicket {
  id: bigint
  /** An administrator said so before: its money is in the books. */
  byHand: boolean
}

interface ReceivedPayment {
  received: bigint
  paidAt: Date | null
}

const clocksDiffer = sql`interval '10 minutes'`
/** So far back an administrator's word may be about a payment of which nobody says when it was made. */
const handDays = sql`interval '7 days'`

/** An administrator's word is about what was paid before, not about what is paid after it. */
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

/** One of another sum that an administrator approved may have been about this payment, until the provider proves it: a person has to look. */
async function wasSpokenOf(tx: Tx, memberId: bigint, channel: Channel, paidAt: Date | null): Promise<boolean> {
  const spoken = await tx
    .selectFrom('top_up')
    .select('id')
    .where('member_id', '=', memberId)
    .where('channel', '=', channel)
    .where('state', '=', 2)
    .where('how', '=', 'admin')
    .where('approved_at', '>', isAbout(paidAt))
    .executeTakeFirst()
  return spoken !== undefined
}

/** The ticket that was named to the provider, in whatever state. */
export const namedTicket = (tx: Tx, id: bigint): Promise<PaidTicket> =>
  tx
    .selectFrom('top_up')
    .select(['id', sql<boolean>`state = 2 and how = 'admin'`.as('byHand')])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()

/**
 * For a payment that names its member and no ticket, as at an account of the member's own: the ticket of just this sum that an
 * administrator approved before the payment was told, else the open one, else one that is made for it. Null when nothing is left of it
 * after the fee, the member has left, or an administrator's word may have been about it.
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
  if (await wasSpokenOf(tx, memberId, channel, payment.paidAt)) return null
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
  await audit.note(tx, { event: 'deposit.created', by: systemActor, subject: id, after: { member: memberId, nominal: received } })
  return { id, byHand: false }
}

/** The provider has told now what an administrator said before: nothing is booked, since its money is in the books. */
export async function recordPaymentOfTicket(audit: Audit, tx: Tx, id: bigint, payment: string): Promise<void> {
  await tx.updateTable('top_up').set({ how: 'gateway', updated_at: new Date() }).where('id', '=', id).execute()
  await audit.note(tx, { event: 'deposit.proved', by: systemActor, subject: id, after: { payment } })
}
