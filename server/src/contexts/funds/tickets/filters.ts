import type { TicketQuery } from '@lapak/contract/funds/tickets'
import type { TicketKind } from '@lapak/contract/shared/ticket-states'
import { type RawBuilder, sql } from 'kysely'
import { idOfCashOut, idOfInvoice } from '#contexts/funds/ticket-numbers/ticket-numbers.ts'
import { membersNamed } from '#contexts/members/members/members.ts'
import { isFew } from '#http/paging.ts'
import { jakartaRange } from '#shared/clock.ts'
import { ticketKinds } from './kinds.ts'
import type { RowDeps } from './rows.ts'

type Filters = Pick<TicketQuery, 'search' | 'method' | 'methode' | 'status' | 'statustrx' | 'awal' | 'akhir'>
type Condition = RawBuilder<boolean>

/**
 * The selected tickets, as a subquery. If the filter has only a few days, tickets are selected by day first, because an account or a state has very
 * many tickets.
 */
export async function matchesTicketFilters(deps: RowDeps, kind: TicketKind, filters: Filters): Promise<RawBuilder<unknown>> {
  const { table, account } = ticketKinds[kind]
  const asked = filters.method ?? filters.methode
  const state = filters.status ?? filters.statustrx
  const days = daysOf(filters)
  const others = [
    ...(asked === undefined ? [] : [sql<boolean>`${sql.ref(account)} = ${asked}`]),
    ...(state === undefined ? [] : [sql<boolean>`state = ${state}`]),
  ]
  const [first, then] =
    filters.search === undefined ? [days, others] : [[...days, ...others, await searched(deps, kind, filters.search)], []]
  return sql`(
    select * from (select * from ${sql.table(table)} where ${all(first)} ${isFew(filters) ? sql`offset 0` : sql``}) as ticket
    where ${all(then)}) as ticket`
}

const all = (conditions: Condition[]) => (conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `))

function daysOf({ awal, akhir }: Pick<Filters, 'awal' | 'akhir'>): Condition[] {
  const { from, until } = jakartaRange(awal, akhir)
  return [
    ...(from === undefined ? [] : [sql<boolean>`created_at >= ${from}`]),
    ...(until === undefined ? [] : [sql<boolean>`created_at < ${until}`]),
  ]
}

/** The condition for a search by the ticket's number, its sum, or its member. */
async function searched({ db: { read }, installation }: RowDeps, kind: TicketKind, text: string): Promise<Condition> {
  // Top-ups and cash-outs share one number sequence, so the number of a cash-out finds no top-up and vice versa.
  const ticket = idOfInvoice(installation, text) ?? idOfCashOut(installation, text)
  if (ticket !== null) return sql<boolean>`id = ${ticket}`
  const digits = text.replace(/[.,]/g, '')
  if (/^\d{1,15}$/.test(digits)) return sql<boolean>`${BigInt(digits)} in (id, ${sql.ref(ticketKinds[kind].columns.nominal)})`
  const members = await membersNamed(read, text, ['name', 'email'])
  return sql<boolean>`member_id = any(${members}::bigint[])`
}
