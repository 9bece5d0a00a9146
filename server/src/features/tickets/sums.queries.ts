import type { TicketKind } from '@lapak/contract/ticket-states'
import type { TicketSumQuery, TicketSums } from '@lapak/contract/tickets'
import { sql } from 'kysely'
import { jakartaDayOf } from '#core/clock.ts'
import { foundTickets } from './filters.ts'
import { kinds } from './kinds.ts'
import type { RowDeps } from './rows.ts'

/** Of the tickets that were made in these days; where none are named, of today's, or of all in the state that is asked for while it waits. */
export async function sumTickets(deps: RowDeps, kind: TicketKind, query: TicketSumQuery): Promise<TicketSums> {
  const found = await foundTickets(deps, kind, bounded(query))
  const { rows } = await sql<{ jml: bigint; amount: bigint; pending: bigint }>`
    select count(*) as jml, coalesce(sum(${sql.ref(kinds[kind].paid)}) filter (where state = 2), 0)::bigint as amount,
      count(*) filter (where state in (0, 1)) as pending
    from ${found}`.execute(deps.db.read)
  const [sums] = rows
  return { jml: Number(sums?.jml ?? 0), amount: sums?.amount ?? 0n, pending: Number(sums?.pending ?? 0) }
}

/** Those that wait are few, however old they are. Of all others there are more every day. */
function bounded(query: TicketSumQuery): TicketSumQuery {
  const status = query.status ?? query.statustrx
  const waits = status !== undefined && status <= 1
  if (waits || query.awal !== undefined || query.akhir !== undefined) return query
  const today = jakartaDayOf(new Date())
  return { ...query, awal: today, akhir: today }
}
