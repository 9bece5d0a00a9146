import type { Database, Reader } from '#db/db.ts'
import { readTicketNow, type TicketNow } from './locked-ticket.ts'
import type { Wanted } from './wanted.ts'

/** Whether this very word is written down already: said again by who did not hear the answer. */
export async function isAlreadyDone({ read }: Database, { id, kind }: TicketNow, wanted: Wanted): Promise<boolean> {
  const { to, by, description } = wanted
  const now = await readTicketNow(read, id)
  if (wanted.byProvider) return wasAsked(read, wanted)
  if (now.state !== to) return false
  if (kind === 0) {
    const row = await read
      .selectFrom('top_up')
      .select(['approved_by', 'approved_description', 'ended_by', 'ended_reason'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return to === 2
      ? row.approved_by === by.memberId && row.approved_description === description
      : row.ended_by === by.memberId && row.ended_reason === description
  }
  const row = await read
    .selectFrom('cash_out')
    .select(['processed_by', 'approved_by', 'approved_description', 'ended_by', 'ended_reason', 'returned_by', 'returned_reason'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (to === 1) return row.processed_by === by.memberId
  if (to === 2) return row.approved_by === by.memberId && row.approved_description === description
  if (to === 3) return row.ended_by === by.memberId && row.ended_reason === description
  return row.returned_by === by.memberId && row.returned_reason === description
}

/** Not the one that it was to follow. */
async function wasAsked(read: Reader, { id, by, description, after = null }: Wanted): Promise<boolean> {
  const row = await read
    .selectFrom('payout')
    .select(['asked_by', 'reason', 'reference'])
    .where('cash_out_id', '=', id)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined && row.asked_by === by.memberId && row.reason === description && row.reference !== after
}
