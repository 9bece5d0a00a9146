import { dotted } from '@lapak/contract/shared/money'
import { sql } from 'kysely'
import { invoiceOf } from '#contexts/funds/ticket-numbers/ticket-numbers.ts'
import type { Reader, Tx } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'

/** Tickets of the member that got money of another sum than the ticket had, or that were created for money without a ticket. */
interface OverlappingCredits {
  /** The newest of these tickets. */
  ticket: bigint
  /** The sum of all of them, so that a small one does not hide the earlier ones. */
  amount: bigint
}

/** A member may pay first and ask for a ticket afterwards, also where its money has found it meanwhile. */
const beforeDays = 30

/**
 * Money of this member that was credited since this ticket was created, or some days before: suspense money that an administrator gave to it, and
 * payments to its virtual account. The member may have paid this ticket with it, without its unique code, with another sum, or by another channel than
 * that of the ticket. Money of exactly the sum of its ticket is the money of that ticket.
 */
export async function overlappingCredits(read: Reader, ticket: bigint): Promise<OverlappingCredits | null> {
  const { rows } = await sql<OverlappingCredits>`
    select max(given.id) as ticket, sum(given.received)::bigint as amount
    from top_up asked
    join top_up given on given.member_id = asked.member_id and given.id <> asked.id
      and given.state = 2 and given.how in ('assigned', 'gateway') and (given.expires_at is null or given.received <> given.nominal)
      and given.approved_at > asked.created_at - ${beforeDays} * interval '1 day'
    where asked.id = ${ticket}
    having count(*) > 0`.execute(read)
  return rows[0] ?? null
}

/**
 * Refuses the approval by hand of a ticket beside such money, unless the administrator confirmed with the invoice number of the newest ticket that the
 * money differs. The caller must hold the lock of the member's credits, and of the request of its virtual account. Returns the confirmed ticket.
 */
export async function refuseUnseenCredits(tx: Tx, installation: string, ticket: bigint, seen: string | null): Promise<bigint | null> {
  const overlap = await overlappingCredits(tx, ticket)
  if (overlap === null) return null
  const invoice = invoiceOf(installation, overlap.ticket)
  if (seen !== invoice)
    throw new Refusal('ticket.payment_beside', { amount: dotted(overlap.amount), invoice }, { extra: { tiket: invoice } })
  return overlap.ticket
}
