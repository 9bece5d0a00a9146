import type { TakenStep } from '@lapak/contract/funds/tickets'
import type { TicketState } from '@lapak/contract/shared/ticket-states'
import type { Reader } from '#db/db.ts'

interface Taken {
  to: TicketState
  at: Date | null
  by: bigint | null
}

/** What became of a top-up, the oldest first. */
export async function topupSteps(read: Reader, id: bigint): Promise<TakenStep[]> {
  const row = await read
    .selectFrom('top_up')
    .select(['state', 'approved_at', 'approved_by', 'ended_at', 'ended_by'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return named(read, [
    { to: 2, at: row.approved_at, by: row.approved_by },
    { to: row.state as TicketState, at: row.ended_at, by: row.ended_by },
  ])
}

/** The same of a cash-out. */
export async function cashOutSteps(read: Reader, id: bigint): Promise<TakenStep[]> {
  const row = await read
    .selectFrom('cash_out')
    .select(['state', 'processed_at', 'processed_by', 'paid_at', 'approved_by', 'ended_at', 'ended_by', 'returned_at', 'returned_by'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return named(read, [
    { to: 1, at: row.processed_at, by: row.processed_by },
    { to: 2, at: row.paid_at, by: row.approved_by },
    { to: row.state as TicketState, at: row.ended_at, by: row.ended_by },
    { to: 4, at: row.returned_at, by: row.returned_by },
  ])
}

async function named(read: Reader, steps: Taken[]): Promise<TakenStep[]> {
  const ids = steps.flatMap(({ by }) => by ?? [])
  const members = ids.length === 0 ? [] : await read.selectFrom('member').select(['id', 'name']).where('id', 'in', ids).execute()
  const names = new Map(members.map(({ id, name }) => [id, name]))
  return steps.flatMap(({ to, at, by }) => (at === null ? [] : { to, at, by: by === null ? null : (names.get(by) ?? null) }))
}
