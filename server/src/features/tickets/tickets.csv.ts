import { cashNames } from '@lapak/contract/banks'
import { dotted } from '@lapak/contract/money'
import { downloadRowsMax } from '@lapak/contract/purchases'
import { type TicketKind, ticketAdminWords } from '@lapak/contract/ticket-states'
import type { AdminTicket, TicketQuery } from '@lapak/contract/tickets'
import { wibBare } from '@lapak/contract/time-text'
import type { Cell, CsvFile } from '#core/csv.ts'
import type { Caller } from '#core/http.ts'
import { Refusal } from '#core/refusal.ts'
import type { Audit } from '../audit/audit.ts'
import { foundTickets } from './filters.ts'
import { kinds } from './kinds.ts'
import { idsOf, rowsOf } from './lists.queries.ts'
import type { RowDeps } from './rows.ts'

const columns: [heading: string, cell: (row: AdminTicket) => Cell][] = [
  ['Nomor', (row) => row.invoice],
  ['Dibuat (WIB)', (row) => wibBare(row.paymenthistorydatetime)],
  ['Diperbarui (WIB)', (row) => wibBare(row.updateat)],
  ['Member', (row) => row.member.membername],
  ['E-mail', (row) => row.email],
  ['Metode', (row) => row.method],
  ['Kas', (row) => cashNames[row.cashcode]],
  ['Nominal', (row) => row.nominal],
  ['Biaya', (row) => row.fee],
  ['Masuk saldo', (row) => row.credited],
  ['Status', (row) => ticketAdminWords[row.historytipe][row.status]],
  ['Keterangan', (row) => row.description],
  ['Alasan', (row) => row.endedreason],
  ['Catatan approve', (row) => row.approveddescription],
]

const portion = 1000

/** All that the list finds, in its order; found once, read in portions. */
export async function downloadTickets(
  deps: RowDeps & { audit: Audit },
  by: Caller,
  kind: TicketKind,
  query: TicketQuery,
): Promise<CsvFile> {
  const { read } = deps.db
  const found = await foundTickets(deps, kind, query)
  const ids = await idsOf(read, kind, found, { sort: query.sort, limit: downloadRowsMax + 1, offset: 0 })
  if (ids.length > downloadRowsMax) throw new Refusal('download.too_many', { max: dotted(downloadRowsMax) })
  const { db, audit } = deps
  const { list } = kinds[kind]
  await db.transaction((tx) => audit.note(tx, { event: 'tickets.exported', by, subject: list, after: { rows: ids.length } }))
  return { name: `${list}.csv`, headings: columns.map(([heading]) => heading), rows: portions(deps, by.memberId, kind, ids) }
}

async function* portions(deps: RowDeps, viewerId: bigint, kind: TicketKind, ids: bigint[]): AsyncGenerator<Cell[][]> {
  for (let from = 0; from < ids.length; from += portion) {
    const rows = await rowsOf(deps, viewerId, kind, ids.slice(from, from + portion))
    yield rows.map((row) => columns.map(([, cell]) => cell(row)))
  }
}
