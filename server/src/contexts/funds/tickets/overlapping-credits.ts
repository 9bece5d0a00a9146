import { dotted } from '@lapak/contract/shared/money'
import { sql } from 'kysely'
import { namesText } from '#contexts/funds/bank-statements/bank-statements.ts'
import { invoiceOf } from '#contexts/funds/ticket-numbers/ticket-numbers.ts'
import type { Reader, Tx } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'

/** Tickets of the member that got money of another sum than the ticket had, or that were created for money without a ticket. */
interface OverlappingCredits {
  /** The names of all of them, as the administrator confirms them. */
  names: string
  /** The one that was credited last. */
  last: bigint
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
export async function overlappingCredits(read: Reader, installation: string, ticket: bigint): Promise<OverlappingCredits | null> {
  const { rows } = await sql<{ id: bigint; received: bigint }>`
    select given.id, given.received
    from top_up asked
    join top_up given on given.member_id = asked.member_id and given.id <> asked.id
      and given.state = 2 and given.how in ('assigned', 'gateway') and (given.expires_at is null or given.received <> given.nominal)
      and given.approved_at > asked.created_at - ${beforeDays} * interval '1 day'
    where asked.id = ${ticket}
    order by given.approved_at desc, given.id desc`.execute(read)
  const [last] = rows
  if (last === undefined) return null
  const names = namesText(rows.map(({ id }) => invoiceOf(installation, id)))
  return { names, last: last.id, amount: rows.reduce((sum, { received }) => sum + received, 0n) }
}

/**
 * Refuses the approval by hand of a ticket if there is such money, unless the administrator repeats the names of all its tickets and so confirms that
 * the money differs. The caller must hold the lock of the member's credits, and of the request of its virtual account. Returns the confirmed ticket
 * that was credited last, which stands for all that were credited before.
 */
export async function refuseUnseenCredits(tx: Tx, installation: string, ticket: bigint, seen: string | null): Promise<bigint | null> {
  const overlap = await overlappingCredits(tx, installation, ticket)
  if (overlap === null) return null
  const { names, last, amount } = overlap
  if (seen !== names) throw new Refusal('ticket.payment_beside', { amount: dotted(amount), tickets: names }, { extra: { tiket: names } })
  return last
}
