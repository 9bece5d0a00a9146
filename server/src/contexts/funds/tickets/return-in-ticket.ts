import { dotted } from '@lapak/contract/shared/money'
import type { TicketState } from '@lapak/contract/shared/ticket-states'
import { sql } from 'kysely'
import { isAfterTicket, mayBeReturn, mayHavePaidFrom } from '#contexts/funds/bank-statements/bank-statements.ts'
import { invoiceOf } from '#contexts/funds/ticket-numbers/ticket-numbers.ts'
import type { Reader, Tx } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import type { TicketNow } from './locked-ticket.ts'

/** Top-ups that may have been credited for the returned money of a cash-out. */
interface CreditedReturn {
  /** The newest of these top-ups. */
  ticket: bigint
  /** The sum of all of them. */
  amount: bigint
}

/**
 * Top-ups that were credited for transfers of the cash-out's sum since it was requested, to a bank that may have paid it: if one of them was the
 * returned money, the return, or the rejection of a cash-out that was sent without a record, would credit it a second time. Null for a cash-out that is
 * neither being processed nor paid by hand.
 */
export async function creditedReturn(read: Reader, cashOut: bigint): Promise<CreditedReturn | null> {
  const { rows } = await sql<CreditedReturn>`
    select max(explained_id) as ticket, sum(bank_statement.amount)::bigint as amount
    from cash_out
    join bank_statement on bank_statement.amount = cash_out.amount and explained = 'deposit' and ${mayBeReturn} and ${isAfterRequest}
    where cash_out.id = ${cashOut}
      and (cash_out.state = 1 or (cash_out.state = 2 and paid_how = 'hand' and ${mayHavePaidFrom(sql.ref('bank_statement.bank_code'))}))
    having count(*) > 0`.execute(read)
  return rows[0] ?? null
}

/** Money that came before the cash-out was requested, such as the top-up that is taken out again, is not its return. */
const isAfterRequest = isAfterTicket({ at: sql.ref('happened_at'), hasTime: sql.ref('has_time') }, sql.ref('cash_out.created_at'))

/**
 * Refuses the return or the rejection of a cash-out whose money may be in a ticket, unless the administrator names the newest such ticket and so
 * confirms that it is different money. Returns that ticket's invoice number.
 */
export async function refuseReturnInTicket(
  tx: Tx,
  installation: string,
  { id, kind }: TicketNow,
  { to, seen }: { to: TicketState; seen: string | null },
): Promise<string | null> {
  const credited = kind === 1 && (to === 3 || to === 4) ? await creditedReturn(tx, id) : null
  if (credited === null) return null
  const invoice = invoiceOf(installation, credited.ticket)
  if (seen !== invoice)
    throw new Refusal('cash_out.return_taken', { amount: dotted(credited.amount), invoice }, { extra: { tiket: invoice } })
  return invoice
}
