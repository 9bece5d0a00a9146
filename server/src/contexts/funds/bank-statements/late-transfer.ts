import { sql } from 'kysely'
import type { WaitingMoney } from '#contexts/funds/suspense/suspense.ts'
import type { Reader } from '#db/db.ts'
import { isAfterTicket } from './after-ticket.ts'

/** Banks date the transfers of a weekend after it. For longer a sum is not kept from other tickets. */
const lateDays = 4

/**
 * Tickets that ended by time while this money, of just their bank and sum, was on its way. The program leaves them to a person, whose word
 * pays them; who withdrew or rejected one meant it, and such a ticket is over.
 */
export async function lateTickets(read: Reader, { bank, amount, statementId }: WaitingMoney): Promise<bigint[]> {
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
