import type { AdminTicket, TicketQuery } from '@lapak/contract/funds/tickets'
import { cashNames } from '@lapak/contract/shared/banks'
import { type TicketKind, ticketAdminLabels } from '@lapak/contract/shared/ticket-states'
import { wibBare } from '@lapak/contract/shared/time-text'
import { type Audit, recordExport } from '#contexts/system/audit/audit.ts'
import type { CsvFile } from '#http/csv.ts'
import type { Caller } from '#http/http.ts'
import { type Column, listAsFile } from '#http/list-as-file.ts'
import { matchesTicketFilters } from './filters.ts'
import { ticketKinds } from './kinds.ts'
import { idsOf, rowsOf } from './lists.queries.ts'
import type { RowDeps } from './rows.ts'

const columns: Column<AdminTicket>[] = [
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
  ['Status', (row) => ticketAdminLabels[row.historytipe][row.status]],
  ['Keterangan', (row) => row.description],
  ['Alasan', (row) => row.endedreason],
  ['Catatan approve', (row) => row.approveddescription],
]

export async function downloadTickets(
  deps: RowDeps & { audit: Audit },
  by: Caller,
  kind: TicketKind,
  query: TicketQuery,
): Promise<CsvFile> {
  const { read } = deps.db
  const { list } = ticketKinds[kind]
  const found = await matchesTicketFilters(deps, kind, query)
  return listAsFile({
    name: list,
    columns,
    find: (most) => idsOf(read, kind, found, { sort: query.sort, limit: most, offset: 0 }),
    read: (ids) => rowsOf(deps, by.memberId, kind, ids),
    note: recordExport(deps, { list: 'tickets', by, subject: list }),
  })
}
