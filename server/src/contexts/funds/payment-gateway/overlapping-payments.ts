import { dotted } from '@lapak/contract/shared/money'
import { sql } from 'kysely'
import { invoiceOf } from '#contexts/funds/ticket-numbers/ticket-numbers.ts'
import type { Reader, Tx } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'

/** Tickets that were created for payments to the member's virtual account, or that got such a payment of another sum. */
export interface OverlappingPayments {
  /** The newest of these tickets. */
  ticket: bigint
  /** The sum of all these payments, so that a small payment does not hide the earlier ones. */
  amount: bigint
}

/**
 * Payments to the same virtual account that came after this ticket was created and were credited by tickets of their own: the member may have paid
 * this ticket with a different sum. Crediting, allocation and approval all lock the payment request of the account first.
 */
export async function overlappingPayments(read: Reader, ticket: bigint): Promise<OverlappingPayments | null> {
  const { rows } = await sql<OverlappingPayments>`
    select max(given.id) as ticket, sum(given.received)::bigint as amount
    from top_up asked
    join payment_request ask on ask.member_id = asked.member_id and ask.kind = 'va'
    join gateway_payment payment on payment.kind = ask.kind and payment.reference = ask.reference and payment.created_at > asked.created_at
    left join suspense_item waited on waited.gateway_payment_id = payment.id and waited.top_up_id is not null
    join top_up given on given.id = coalesce(payment.top_up_id, waited.top_up_id)
    where asked.id = ${ticket} and asked.channel = 'va' and given.id <> asked.id and given.state = 2
      and (given.expires_at is null or given.received <> given.nominal) and given.member_id = asked.member_id
    having count(*) > 0`.execute(read)
  return rows[0] ?? null
}

/**
 * Refuses the approval if there are such payments, unless the administrator confirmed them with the invoice number of the newest ticket. Returns the
 * confirmed ticket.
 */
export async function refuseUnseenOverlap(tx: Tx, installation: string, ticket: bigint, seen: string | null): Promise<bigint | null> {
  const overlap = await overlappingPayments(tx, ticket)
  if (overlap === null) return null
  const invoice = invoiceOf(installation, overlap.ticket)
  if (seen !== invoice)
    throw new Refusal('ticket.payment_beside', { amount: dotted(overlap.amount), invoice }, { extra: { tiket: invoice } })
  return overlap.ticket
}
