import { dotted } from '@lapak/contract/shared/money'
import { sql } from 'kysely'
import { invoiceOf } from '#contexts/funds/ticket-numbers/ticket-numbers.ts'
import type { Reader, Tx } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'

/** Tickets of the member that administrators credited with suspense money of another sum than the ticket had, or without a ticket. */
interface OverlappingTransfers {
  /** The newest of these tickets. */
  ticket: bigint
  /** The sum of all of them, so that a small transfer does not hide the earlier ones. */
  amount: bigint
}

/** A member may transfer first and ask for a ticket afterwards, also where its money has found it meanwhile. */
const beforeDays = 7

/**
 * Transfers of this member that an administrator gave to it as suspense money since this ticket was created, or some days before: the member may have
 * paid this ticket without its unique code. A transfer of exactly the sum of its ticket is the money of that ticket. Null if the ticket is no transfer.
 */
export async function overlappingTransfers(read: Reader, ticket: bigint): Promise<OverlappingTransfers | null> {
  const { rows } = await sql<OverlappingTransfers>`
    select max(given.id) as ticket, sum(given.received)::bigint as amount
    from top_up asked
    join top_up given on given.member_id = asked.member_id and given.id <> asked.id and given.channel = 'transfer'
      and given.state = 2 and given.how = 'assigned' and (given.expires_at is null or given.received <> given.nominal)
      and given.approved_at > asked.created_at - ${beforeDays} * interval '1 day'
    where asked.id = ${ticket} and asked.channel = 'transfer'
    having count(*) > 0`.execute(read)
  return rows[0] ?? null
}

/**
 * Refuses the approval by hand of a transfer beside such money, unless the administrator confirmed with the invoice number of the newest ticket that the
 * money differs. The caller must hold the lock of the member's credits. Returns the confirmed ticket.
 */
export async function refuseUnseenTransfers(tx: Tx, installation: string, ticket: bigint, seen: string | null): Promise<bigint | null> {
  const overlap = await overlappingTransfers(tx, ticket)
  if (overlap === null) return null
  const invoice = invoiceOf(installation, overlap.ticket)
  if (seen !== invoice)
    throw new Refusal('ticket.payment_beside', { amount: dotted(overlap.amount), invoice }, { extra: { tiket: invoice } })
  return overlap.ticket
}
