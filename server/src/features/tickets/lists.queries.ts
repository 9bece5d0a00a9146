import { dotted } from '@lapak/contract/money'
import { downloadRowsMax } from '@lapak/contract/purchases'
import { type TicketKind, ticketAdminWords } from '@lapak/contract/ticket-states'
import { type AdminTicket, matchedMax, type TicketQuery } from '@lapak/contract/tickets'
import { wibBare } from '@lapak/contract/time-text'
import { sql } from 'kysely'
import type { Cell, CsvFile } from '#core/csv.ts'
import type { Caller } from '#core/http.ts'
import { countOf, onePage } from '#core/paging.ts'
import { Refusal } from '#core/refusal.ts'
import type { Audit } from '../audit/audit.ts'
import { ticketsWithMoney } from '../bank-statements/bank-statements.ts'
import { requestsIn } from '../cash-out/cash-out.ts'
import { ticketsIn } from '../deposits/deposits.ts'
import { columnsOf, conditionsOf } from './filters.ts'
import { cashOutRows, type RowDeps, topupRows } from './rows.ts'

export async function listTickets(
  deps: RowDeps,
  viewerId: bigint,
  kind: TicketKind,
  query: TicketQuery,
): Promise<{ content: AdminTicket[]; totalElements: number }> {
  const { read } = deps.db
  const conditions = await conditionsOf(read, kind, query)
  const columns = columnsOf[kind]
  const [column, id] = [sql.ref<unknown>(columns[query.sort.field]), sql.ref<unknown>(columns.id)]
  if (kind === 0) {
    const found = ticketsIn(read).where((eb) => eb.and(conditions))
    const rows = await onePage(found, query, column, id).execute()
    return { content: await topupRows(deps, viewerId, rows), totalElements: await countOf(found) }
  }
  const found = requestsIn(read).where((eb) => eb.and(conditions))
  const rows = await onePage(found, query, column, id).execute()
  return { content: await cashOutRows(deps, viewerId, rows), totalElements: await countOf(found) }
}

/** Open transfers whose money has come and waits, the oldest first. */
export async function listMatched(deps: RowDeps, viewerId: bigint): Promise<AdminTicket[]> {
  const rows = await ticketsIn(deps.db.read)
    .where('deposit.id', 'in', ticketsWithMoney(deps.db.read).select('deposit.id'))
    .orderBy('deposit.id')
    .limit(matchedMax)
    .execute()
  return topupRows(deps, viewerId, rows)
}

/** One, as the list shows it. */
export async function readTicket(deps: RowDeps, viewerId: bigint, kind: TicketKind, id: bigint): Promise<AdminTicket> {
  const { read } = deps.db
  const [row] =
    kind === 0
      ? await topupRows(deps, viewerId, await ticketsIn(read).where('deposit.id', '=', id).execute())
      : await cashOutRows(deps, viewerId, await requestsIn(read).where('cash_out.id', '=', id).execute())
  if (!row) throw new Refusal('not_found.ticket')
  return row
}

const names = { 0: 'cashin', 1: 'cashout' } as const

const columns: [heading: string, cell: (row: AdminTicket) => Cell][] = [
  ['Nomor', (row) => row.invoice],
  ['Dibuat (WIB)', (row) => wibBare(row.paymenthistorydatetime)],
  ['Diperbarui (WIB)', (row) => wibBare(row.updateat)],
  ['Member', (row) => row.member.membername],
  ['E-mail', (row) => row.email],
  ['Metode', (row) => row.method],
  ['Kas', (row) => row.cashcode],
  ['Nominal', (row) => row.nominal],
  ['Biaya', (row) => row.fee],
  ['Masuk saldo', (row) => row.credited],
  ['Status', (row) => ticketAdminWords[row.historytipe][row.status]],
  ['Keterangan', (row) => row.description],
  ['Catatan approve', (row) => row.approveddescription],
]

const portion = 1000

/** All that the list finds, in its order; found once, read in portions. */
export async function exportTickets(deps: RowDeps & { audit: Audit }, by: Caller, kind: TicketKind, query: TicketQuery): Promise<CsvFile> {
  const ids = await idsOf(deps, kind, query)
  if (ids.length > downloadRowsMax) throw new Refusal('download.too_many', { max: dotted(downloadRowsMax) })
  const { db, audit } = deps
  await db.transaction((tx) => audit.note(tx, { event: 'tickets.exported', by, subject: names[kind], after: { rows: ids.length } }))
  return { name: `${names[kind]}.csv`, headings: columns.map(([heading]) => heading), rows: portions(deps, by.memberId, kind, ids) }
}

async function idsOf({ db }: RowDeps, kind: TicketKind, query: TicketQuery): Promise<bigint[]> {
  const { read } = db
  const conditions = await conditionsOf(read, kind, query)
  const order = columnsOf[kind]
  const direction = sql.raw(query.sort.descending ? 'desc' : 'asc')
  const where = conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
  const { rows } = await sql<{ id: bigint }>`
    select id from ${sql.table(kind === 0 ? 'deposit' : 'cash_out')} where ${where}
    order by ${sql.ref(order[query.sort.field])} ${direction}, id ${direction} limit ${downloadRowsMax + 1}`.execute(read)
  return rows.map(({ id }) => id)
}

async function* portions(deps: RowDeps, viewerId: bigint, kind: TicketKind, ids: bigint[]): AsyncGenerator<Cell[][]> {
  const { read } = deps.db
  for (let from = 0; from < ids.length; from += portion) {
    const some = ids.slice(from, from + portion)
    const rows =
      kind === 0
        ? await topupRows(deps, viewerId, await ticketsIn(read).where('deposit.id', 'in', some).execute())
        : await cashOutRows(deps, viewerId, await requestsIn(read).where('cash_out.id', 'in', some).execute())
    const place = new Map(some.map((id, at) => [id, at]))
    rows.sort((one, other) => (place.get(one.id) ?? 0) - (place.get(other.id) ?? 0))
    yield rows.map((row) => columns.map(([, cell]) => cell(row)))
  }
}
