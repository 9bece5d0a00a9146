import { sql } from 'kysely'
import type { SuspenseItem } from '#contexts/funds/suspense/suspense.ts'
import type { Reader } from '#db/db.ts'
import { isAfterTicket } from './after-ticket.ts'

/** Banks book the transfers of a weekend on the days after it. After this many days, new tickets may use the sum again. */
const lateDays = 4

/**
 * Tickets of exactly the bank and sum of this money that expired while it was on its way. They are not paid automatically; an administrator decides.
 * A ticket that its member withdrew or an administrator rejected ended on purpose and cannot be paid.
 */
export async function lateTickets(read: Reader, { bank, amount, statementId }: SuspenseItem): Promise<bigint[]> {
  const found = await read
    .selectFrom('top_up')
    .innerJoin('bank_statement as row', (join) => join.on('row.id', '=', statementId))
    .select('top_up.id')
    .where('cash_code', '=', bank)
    .where('nominal', '=', amount)
    .where('channel', '=', 'transfer')
    .where('state', '=', 4)
    .where('approved_at', 'is', null)
    .where('ended_by', 'is', null)
    .where('ended_at', '>', sql<Date>`happened_at - ${lateDays} * interval '1 day'`)
    .where(isAfterTicket({ at: sql.ref('happened_at'), hasTime: sql.ref('has_time') }, sql.ref('top_up.created_at')))
    .orderBy('top_up.id', 'desc')
    .execute()
  return found.map(({ id }) => id)
}
