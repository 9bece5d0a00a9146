import { type AdminTicket, matchedMax, maybeLostMax, type TicketQuery } from '@lapak/contract/funds/tickets'
import type { TicketKind } from '@lapak/contract/shared/ticket-states'
import { type RawBuilder, sql } from 'kysely'
import { ticketsWithMoney } from '#contexts/funds/bank-statements/bank-statements.ts'
import { maybeLostOf, requestsIn, silentDaysOf } from '#contexts/funds/cash-outs/cash-outs.ts'
import { ticketsIn } from '#contexts/funds/top-ups/top-ups.ts'
import type { Reader } from '#db/db.ts'
import { inOrderOf } from '#http/paging.ts'
import { Refusal } from '#http/refusal.ts'
import { matchesTicketFilters } from './filters.ts'
import { ticketKinds } from './kinds.ts'
import { cashOutRows, type RowDeps, topUpRows } from './rows.ts'

export async function listTickets(
  deps: RowDeps,
  viewerId: bigint,
  kind: TicketKind,
  query: TicketQuery,
): Promise<{ content: AdminTicket[]; totalElements: number }> {
  const { read } = deps.db
  const { page, size } = query
  const found = await matchesTicketFilters(deps, kind, query)
  const ids = await idsOf(read, kind, found, { sort: query.sort, limit: size, offset: page * size })
  return { content: await rowsOf(deps, viewerId, kind, ids), totalElements: await countTickets(read, found) }
}

/** Open transfers whose money is in suspense, the oldest first. */
export async function listMatched(deps: RowDeps, viewerId: bigint): Promise<AdminTicket[]> {
  const rows = await ticketsIn(deps.db.read)
    .where('top_up.id', 'in', ticketsWithMoney(deps.db.read).select('top_up.id'))
    .orderBy('top_up.id')
    .limit(matchedMax)
    .execute()
  return topUpRows(deps, viewerId, rows)
}

/** Cash-outs whose payout may be lost, because the provider does not report it; an administrator must decide. */
export const listLost = async (deps: RowDeps, viewerId: bigint): Promise<AdminTicket[]> =>
  rowsOf(deps, viewerId, 1, await maybeLostOf(deps.db.read, silentDaysOf(deps.settings), maybeLostMax))

export async function readTicket(deps: RowDeps, viewerId: bigint, kind: TicketKind, id: bigint): Promise<AdminTicket> {
  const [row] = await rowsOf(deps, viewerId, kind, [id])
  if (!row) throw new Refusal('not_found.ticket')
  return row
}

interface Portion {
  sort: TicketQuery['sort']
  limit: number
  offset: number
}

/** Selects the ids from the ticket table only; names are joined later, and only to the found rows. */
export async function idsOf(
  read: Reader,
  kind: TicketKind,
  found: RawBuilder<unknown>,
  { sort, limit, offset }: Portion,
): Promise<bigint[]> {
  const direction = sql.raw(sort.descending ? 'desc' : 'asc')
  const { rows } = await sql<{ id: bigint }>`
    select id from ${found}
    order by ${sql.ref(ticketKinds[kind].columns[sort.field])} ${direction}, id ${direction} limit ${limit} offset ${offset}`.execute(read)
  return rows.map(({ id }) => id)
}

async function countTickets(read: Reader, found: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: bigint }>`select count(*) as total from ${found}`.execute(read)
  return Number(rows[0]?.total ?? 0)
}

/** The current state of these tickets, in the given order. */
export async function rowsOf(deps: RowDeps, viewerId: bigint, kind: TicketKind, ids: bigint[]): Promise<AdminTicket[]> {
  const { read } = deps.db
  const rows =
    kind === 0
      ? await topUpRows(deps, viewerId, await ticketsIn(read).where(sql<boolean>`top_up.id = any(${ids}::bigint[])`).execute())
      : await cashOutRows(deps, viewerId, await requestsIn(read).where(sql<boolean>`cash_out.id = any(${ids}::bigint[])`).execute())
  return inOrderOf(ids, rows)
}
