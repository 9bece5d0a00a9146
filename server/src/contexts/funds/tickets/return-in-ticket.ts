import { dotted } from '@lapak/contract/shared/money'
import { sql } from 'kysely'
import { invoiceOf } from '#contexts/funds/ticket-numbers/ticket-numbers.ts'
import type { Reader, Tx } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import type { TicketNow } from './locked-ticket.ts'
import type { Wanted } from './wanted.ts'

/** The newest top-up that a bank row paid which may show the returned money of a cash-out. */
interface CreditedReturn {
  ticket: bigint
  amount: bigint
}

/**
 * A transfer of the cash-out's sum to the bank that paid it, since it was paid, that a top-up was credited for: if it was the returned money, the
 * return would credit it a second time. Null for a cash-out that is not paid by hand.
 */
export async function creditedReturn(read: Reader, cashOut: bigint): Promise<CreditedReturn | null> {
  const { rows } = await sql<CreditedReturn>`
    select came.explained_id as ticket, came.amount::bigint as amount
    from cash_out paid
    join bank_statement came on came.bank_code = paid.paid_from and came.amount = paid.amount and came.explained = 'deposit'
      and came.happened_at > paid.paid_at - case when came.has_time then interval '1 minute' else interval '1 day' end
    where paid.id = ${cashOut} and paid.state = 2 and paid.paid_how = 'hand'
    order by came.id desc limit 1`.execute(read)
  return rows[0] ?? null
}

/** Refuses the return of a cash-out whose money may be in a ticket, unless the administrator names that ticket and so confirms other money. */
export async function refuseReturnInTicket(
  tx: Tx,
  installation: string,
  { id, kind }: TicketNow,
  { to, returnedIn }: Pick<Wanted, 'to' | 'returnedIn'>,
): Promise<void> {
  const credited = kind === 1 && to === 4 ? await creditedReturn(tx, id) : null
  if (credited === null) return
  const invoice = invoiceOf(installation, credited.ticket)
  if (returnedIn !== invoice) throw new Refusal('cash_out.return_taken', { amount: dotted(credited.amount), invoice })
}
