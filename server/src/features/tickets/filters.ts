import type { TicketKind } from '@lapak/contract/ticket-states'
import type { TicketQuery } from '@lapak/contract/tickets'
import { type RawBuilder, sql } from 'kysely'
import { jakartaRange } from '#core/clock.ts'
import type { Reader } from '#core/db.ts'
import { isFew } from '#core/paging.ts'
import { containing } from '#core/search.ts'

type Filters = Pick<TicketQuery, 'search' | 'method' | 'methode' | 'status' | 'statustrx' | 'awal' | 'akhir'>
type Condition = RawBuilder<boolean>

const tables = { 0: 'deposit', 1: 'cash_out' } as const

/** Where the list's columns are in the table of each kind. */
export const columnsOf = {
  0: {
    id: 'deposit.id',
    paymenthistorydatetime: 'deposit.created_at',
    nominal: 'deposit.nominal',
    status: 'deposit.state',
    updateat: 'deposit.updated_at',
  },
  1: {
    id: 'cash_out.id',
    paymenthistorydatetime: 'cash_out.created_at',
    nominal: 'cash_out.amount',
    status: 'cash_out.state',
    updateat: 'cash_out.updated_at',
  },
} as const

/**
 * The tickets that are asked for; like a table, named as the one of their kind. Of few days, those of the days are found before anything else is
 * asked of them: an account and a state have very many.
 */
export async function foundTickets(read: Reader, kind: TicketKind, filters: Filters): Promise<RawBuilder<unknown>> {
  const column = (name: string) => sql.ref(`${tables[kind]}.${name}`)
  const account = filters.method ?? filters.methode
  const state = filters.status ?? filters.statustrx
  const days = daysOf(kind, filters)
  const others = [
    ...(account === undefined ? [] : [sql<boolean>`${column(kind === 0 ? 'cash_code' : 'bank_code')} = ${account}`]),
    ...(state === undefined ? [] : [sql<boolean>`${column('state')} = ${state}`]),
  ]
  const [first, then] =
    filters.search === undefined ? [days, others] : [[...days, ...others, await searched(read, kind, filters.search)], []]
  const table = sql.table(tables[kind])
  return sql`(
    select * from (select * from ${table} where ${all(first)} ${isFew(filters) ? sql`offset 0` : sql``}) as ${table} where ${all(then)}) as ${table}`
}

const all = (conditions: Condition[]) => (conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `))

function daysOf(kind: TicketKind, { awal, akhir }: Pick<Filters, 'awal' | 'akhir'>): Condition[] {
  const { from, until } = jakartaRange(awal, akhir)
  const created = sql.ref(columnsOf[kind].paymenthistorydatetime)
  return [
    ...(from === undefined ? [] : [sql<boolean>`${created} >= ${from}`]),
    ...(until === undefined ? [] : [sql<boolean>`${created} < ${until}`]),
  ]
}

const numberOfTicket = /^(?:TP|CO)-(?:.*-)?(\d{1,15})$/i
/** Names that more members have than this are no search. */
const namedMax = 200

/** A ticket's number, its sum, or whose it is. */
async function searched(read: Reader, kind: TicketKind, text: string): Promise<Condition> {
  const column = (name: keyof (typeof columnsOf)[0]) => sql.ref(columnsOf[kind][name])
  const ticket = numberOfTicket.exec(text)?.[1]
  if (ticket !== undefined) return sql<boolean>`${column('id')} = ${BigInt(ticket)}`
  const digits = text.replace(/[.,]/g, '')
  if (/^\d{1,15}$/.test(digits)) return sql<boolean>`${BigInt(digits)} in (${column('id')}, ${column('nominal')})`
  const pattern = containing(text)
  const members = await read
    .selectFrom('member')
    .select('id')
    .where((eb) => eb.or([eb('name', 'ilike', pattern), eb('email', 'ilike', pattern)]))
    .limit(namedMax)
    .execute()
  return sql<boolean>`${sql.ref(`${tables[kind]}.member_id`)} = any(${members.map(({ id }) => id)}::bigint[])`
}
