import type { HistoryQuery, PaymentHistory } from '@lapak/contract/funds/wallet'
import { bankNames } from '@lapak/contract/shared/banks'
import { type RawBuilder, sql } from 'kysely'
import { cashOutHistories } from '#contexts/funds/cash-outs/cash-outs.ts'
import { cashOutsBegin, idOfCashOut, idOfInvoice, topUpsBegin } from '#contexts/funds/ticket-numbers/ticket-numbers.ts'
import { ticketHistories } from '#contexts/funds/top-ups/top-ups.ts'
import type { Reader } from '#db/db.ts'
import { containsPattern } from '#db/like-pattern.ts'
import { jakartaRange } from '#shared/clock.ts'
import { typedSum } from '#shared/money/typed-sum.ts'
import type { WalletDeps } from './mutasi.queries.ts'

/*
 * The member's top-ups and cash-outs in one list. Both kinds share one number sequence. Each table is filtered by the member and by the searched
 * text; the other columns are joined to the found rows only.
 */

/** The id and the kind of a found ticket. */
export interface Found {
  id: bigint
  tipe: PaymentHistory['historytipe']
}

type Filters = Pick<HistoryQuery, 'search' | 'method' | 'methode' | 'status' | 'statustrx' | 'tipe' | 'awal' | 'akhir'>
type Sort = HistoryQuery['sort']

export const readHistories = ({ db, installation }: WalletDeps, memberId: bigint, query: HistoryQuery) =>
  db.snapshot(async (read) => {
    const tickets = ticketsOf(installation, memberId, query)
    const { page, size, sort } = query
    const found = await findTickets(read, tickets, sort, { limit: size, offset: page * size })
    return { content: await historyRows(read, installation, found), totalElements: await countOfTickets(read, tickets) }
  })

type Tickets = RawBuilder<unknown>

/** The member's top-ups and cash-outs that match the filters. */
export function ticketsOf(installation: string, memberId: bigint, filters: Filters): Tickets {
  const parts = [
    ...(filters.tipe === 1 ? [] : [depositsOf(installation, memberId, filters)]),
    ...(filters.tipe === 0 ? [] : [cashOutsOf(installation, memberId, filters)]),
  ]
  return sql.join(parts, sql` union all `)
}

const depositsOf = (installation: string, memberId: bigint, filters: Filters) => sql`
  select id, 0 as tipe, created_at, updated_at, coalesce(received, nominal) as nominal, state from top_up
  where member_id = ${memberId} and ${narrowed(filters, sql`cash_code`)} and ${searched(filters.search, {
    id: idOfInvoice(installation, filters.search ?? ''),
    sum: sql`coalesce(received, nominal)`,
    words: sql`concat_ws(' ', ${topUpsBegin(installation)}::text || id, 'Topup',
      (select name from payment_method where payment_method.id = method_id), approved_description, ended_reason)`,
  })}`

const cashOutsOf = (installation: string, memberId: bigint, filters: Filters) => sql`
  select id, 1 as tipe, created_at, updated_at, amount as nominal, state from cash_out
  where member_id = ${memberId} and ${narrowed(filters, sql`bank_code`)} and ${searched(filters.search, {
    id: idOfCashOut(installation, filters.search ?? ''),
    sum: sql`amount`,
    words: sql`concat_ws(' ', ${cashOutsBegin(installation)}::text || id, 'Penarikan ke', ${JSON.stringify(bankNames)}::jsonb ->> bank_code,
      '••••' || right(account_no, 4), account_name, approved_description, ended_reason, returned_reason)`,
  })}`

function narrowed({ method, methode, status, statustrx, awal, akhir }: Filters, bank: RawBuilder<unknown>) {
  const { from, until } = jakartaRange(awal, akhir)
  const [asked, state] = [method ?? methode, status ?? statustrx]
  return sql.join(
    [
      sql`true`,
      ...(asked === undefined ? [] : [sql`${bank} = ${asked}`]),
      ...(state === undefined ? [] : [sql`state = ${state}`]),
      ...(from === undefined ? [] : [sql`created_at >= ${from}`]),
      ...(until === undefined ? [] : [sql`created_at < ${until}`]),
    ],
    sql` and `,
  )
}

/** The values of a ticket that a search compares. */
interface Looked {
  /** The id from the searched text, if that text is a ticket number of this kind; otherwise null. */
  id: bigint | null
  sum: RawBuilder<unknown>
  words: RawBuilder<unknown>
}

/** A search text of digits is compared with the ticket's id and its exact sum in rupiah; any other text is searched within the ticket's words. */
function searched(typed: string | undefined, { id, sum, words }: Looked) {
  if (typed === undefined) return sql`true`
  if (id !== null) return sql`id = ${id}`
  const number = typedSum(typed)
  if (number !== null) return sql`(id = ${number} or ${sum} = ${number})`
  return sql`${words} ilike ${containsPattern(typed)}`
}

const sortColumns = {
  id: 'id',
  paymenthistorydatetime: 'created_at',
  updateat: 'updated_at',
  nominal: 'nominal',
  status: 'state',
} as const

export async function findTickets(
  read: Reader,
  tickets: Tickets,
  { field, descending }: Sort,
  { limit, offset }: { limit: number; offset: number },
): Promise<Found[]> {
  const direction = descending ? sql`desc` : sql`asc`
  const { rows } = await sql<Found>`
    select id, tipe from (${tickets}) ticket
    order by ${sql.ref(sortColumns[field])} ${direction}, id ${direction} limit ${limit} offset ${offset}`.execute(read)
  return rows
}

async function countOfTickets(read: Reader, tickets: Tickets): Promise<number> {
  const { rows } = await sql<{ total: bigint }>`select count(*) as total from (${tickets}) ticket`.execute(read)
  return Number(rows[0]?.total ?? 0)
}

/** The current rows of these tickets, in the given order. */
export async function historyRows(read: Reader, installation: string, found: readonly Found[]): Promise<PaymentHistory[]> {
  const ids = (wanted: Found['tipe']) => found.filter(({ tipe }) => tipe === wanted).map(({ id }) => id)
  const rows = [...(await ticketHistories(read, installation, ids(0))), ...(await cashOutHistories(read, installation, ids(1)))]
  const byId = new Map(rows.map((row) => [row.id, row]))
  return found.flatMap(({ id }) => byId.get(id) ?? [])
}
