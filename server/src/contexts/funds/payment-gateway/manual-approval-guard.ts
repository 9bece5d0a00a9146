import type { TopUpTicket } from '@lapak/contract/funds/top-ups'
import { dotted } from '@lapak/contract/shared/money'
import { invoiceOf } from '#contexts/funds/ticket-numbers/ticket-numbers.ts'
import type { Reader, Tx } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'

/*
 * A payment at the provider and an approval by hand of its ticket concern the same money, so only one of the two may be booked. Approval, allocation
 * and settlement all lock the payment request first, so that the later transaction sees the result of the earlier one.
 */

/** The fields of a ticket that the checks need. */
export interface TopUp {
  id: bigint
  memberId: bigint
  channel: TopUpTicket['channel']
  amount: bigint
}

/** The payment request of the ticket; for a ticket that is paid to a virtual account, the request that opened the account. */
const askOfTicket = (read: Reader, { id, memberId, channel }: TopUp) => {
  const asks = read.selectFrom('payment_request').select(['kind', 'reference'])
  return channel === 'va' ? asks.where('member_id', '=', memberId).where('kind', '=', 'va') : asks.where('top_up_id', '=', id)
}

/**
 * Locks what the member may have paid instead: the payment request of the ticket, and of the member's virtual account, whatever the channel of the
 * ticket. Payments to the account are credited without a ticket.
 */
export const lockRequestsOfTicket = (tx: Tx, { id, memberId }: Pick<TopUp, 'id' | 'memberId'>) =>
  tx
    .selectFrom('payment_request')
    .select('id')
    .where(({ or, and, eb }) => or([eb('top_up_id', '=', id), and([eb('member_id', '=', memberId), eb('kind', '=', 'va')])]))
    .orderBy('id')
    .forUpdate()
    .execute()

/** Locks the payment request of this payment. Returns undefined if no request of ours has its reference. */
export const lockRequestOfPayment = (tx: Tx, payment: bigint) =>
  tx
    .selectFrom('payment_request')
    .innerJoin('gateway_payment', (join) =>
      join.onRef('gateway_payment.kind', '=', 'payment_request.kind').onRef('gateway_payment.reference', '=', 'payment_request.reference'),
    )
    .select(['payment_request.id', 'payment_request.top_up_id', 'payment_request.member_id'])
    .where('gateway_payment.id', '=', payment)
    .forUpdate('payment_request')
    .executeTakeFirst()

/**
 * Refuses the approval by hand of a ticket whose payment is already in the books, in suspense or allocated: the approval would count the money twice.
 * A virtual account receives the payments for all tickets of its member, so for such a ticket only suspense money of exactly its sum counts.
 */
export async function refuseCountedPayment(tx: Tx, installation: string, ticket: TopUp): Promise<void> {
  const ask = await askOfTicket(tx, ticket).executeTakeFirst()
  if (!ask) return
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
  if (!counted) return
  if (counted.ticket === null) throw new Refusal('ticket.payment_waits', { amount: dotted(counted.amount) })
  throw new Refusal('ticket.payment_given', { invoice: invoiceOf(installation, counted.ticket) })
}

/** Refuses to credit a payment whose ticket was already approved by hand without it. The caller must hold the lock of the payment request. */
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
