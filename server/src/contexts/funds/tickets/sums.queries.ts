import type { TicketSumQuery, TicketSums } from '@lapak/contract/funds/tickets'
import type { TicketKind, TicketState } from '@lapak/contract/shared/ticket-states'
import { sql } from 'kysely'
import { jakartaDayOf } from '#shared/clock.ts'
import { matchesTicketFilters } from './filters.ts'
import { ticketKinds } from './kinds.ts'
import type { RowDeps } from './rows.ts'

/**
 * Counts and sums tickets by state. If the query has days, the tickets of those days are summed. If it has no days but a pending state, all tickets
 * of that state are summed, otherwise the tickets of today.
 */
export async function sumTickets(deps: RowDeps, kind: TicketKind, query: TicketSumQuery): Promise<TicketSums> {
  const found = await matchesTicketFilters(deps, kind, bounded(query))
  const { paid, columns } = ticketKinds[kind]
  const { rows } = await sql<{ status: TicketState; jml: bigint; amount: bigint }>`
    select state as status, count(*) as jml, sum(case when state = 2 then ${sql.ref(paid)} else ${sql.ref(columns.nominal)} end)::bigint as amount
    from ${found} group by state order by state`.execute(deps.db.read)
  const perstatus = rows.map(({ status, jml, amount }) => ({ status, jml: Number(jml), amount }))
  const of = (...states: number[]) =>
    perstatus
      .filter(({ status }) => states.includes(status))
      .reduce((sum, { jml, amount }) => ({ jml: sum.jml + jml, amount: sum.amount + amount }), { jml: 0, amount: 0n })
  const pending = of(0, 1)
  return { ...of(query.status ?? query.statustrx ?? 2), pending: pending.jml, pendingamount: pending.amount, perstatus }
}

/**
 * A query without days is limited to today, since tickets grow every day. Pending tickets are few at any time, so a query for a pending state is not
 * limited.
 */
function bounded(query: TicketSumQuery): TicketSumQuery {
  const status = query.status ?? query.statustrx
  const waits = status !== undefined && status <= 1
  if (waits || query.awal !== undefined || query.akhir !== undefined) return query
  const today = jakartaDayOf(new Date())
  return { ...query, awal: today, akhir: today }
}
