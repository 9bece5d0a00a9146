import type { TopUpTicket } from '@lapak/contract/funds/top-ups'
import { dotted } from '@lapak/contract/shared/money'
import { invoiceOf } from '#contexts/funds/ticket-numbers/ticket-numbers.ts'
import type { Reader, Tx } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import { refuseUnseenOverlap } from './overlapping-payments.ts'

/*
 * A payment at the provider, and an administrator's word about the ticket that it names, are about the same money. Who says that the ticket is
 * paid and who gives the payment to somebody hold its question first, as who settles it does, so that one of them sees what the other said.
 */

/** A ticket, as far as it goes. */
export interface Topup {
  id: bigint
  memberId: bigint
  channel: TopUpTicket['channel']
  amount: bigint
}

/** What the provider was asked for it; of an account the member's own. */
const askOfTicket = (read: Reader, { id, memberId, channel }: Topup) => {
  const asks = read.selectFrom('payment_request').select(['kind', 'reference'])
  return channel === 'va' ? asks.where('member_id', '=', memberId).where('kind', '=', 'va') : asks.where('top_up_id', '=', id)
}

export const lockRequestsOfTicket = (tx: Tx, ticket: Topup) => askOfTicket(tx, ticket).forUpdate().execute()

/** The question of this payment, where we asked it. */
export const lockRequestOfPayment = (tx: Tx, payment: bigint) =>
  tx
    .selectFrom('payment_request')
    .innerJoin('gateway_payment', (join) =>
      join.onRef('gateway_payment.kind', '=', 'payment_request.kind').onRef('gateway_payment.reference', '=', 'payment_request.reference'),
    )
    .select(['payment_request.id', 'payment_request.top_up_id'])
    .where('gateway_payment.id', '=', payment)
    .forUpdate('payment_request')
    .executeTakeFirst()

/**
 * What was paid for a ticket is in the books already while it waits or where somebody has got it: approved by hand as well, it would count twice. At
 * an account of the member's own, where all payments are of its tickets, it is what waits of just this sum; what was credited there in another sum
 * has to be `seen`, and is answered.
 */
export async function refuseCountedPayment(tx: Tx, installation: string, ticket: Topup, seen: string | null): Promise<bigint | null> {
  const ask = await askOfTicket(tx, ticket).executeTakeFirst()
  if (!ask) return null
  const counted = await tx
    .selectFrom('gateway_payment')
    .innerJoin('suspense_item', 'suspense_item.gateway_payment_id', 'gateway_payment.id')
    .leftJoin('top_up as given', 'given.id', 'suspense_item.top_up_id')
    .select(['suspense_item.amount', 'given.id as ticket'])
    .where('gateway_payment.kind', '=', ask.kind)
    .where('reference', '=', ask.reference)
    .where(({ or, eb }) => or([eb('closed_at', 'is', null), eb('given.state', '=', 2)]))
    .$if(ticket.channel === 'va', (rows) => rows.where('closed_at', 'is', null).where('suspense_item.amount', '=', ticket.amount))
    .orderBy('suspense_item.id')
    .executeTakeFirst()
  if (!counted) return ticket.channel === 'va' ? refuseUnseenOverlap(tx, installation, ticket.id, seen) : null
  if (counted.ticket === null) throw new Refusal('ticket.payment_waits', { amount: dotted(counted.amount) })
  throw new Refusal('ticket.payment_given', { invoice: invoiceOf(installation, counted.ticket) })
}

/** The same in the other order: the ticket that this payment names was approved without it, and stands. The question is held. */
export async function refuseManualApproval(tx: Tx, installation: string, named: bigint | null): Promise<void> {
  if (named === null) return
  const ticket = await tx
    .selectFrom('top_up')
    .select('id')
    .where('id', '=', named)
    .where('state', '=', 2)
    .where('how', '=', 'admin')
    .executeTakeFirst()
  if (ticket) throw new Refusal('statement.by_hand', { invoice: invoiceOf(installation, ticket.id) })
}
