import type { AdminTicket } from '@lapak/contract/funds/tickets'
import { wib } from '@lapak/contract/shared/time-text'
import { TicketNote } from '#features/funds/tickets/ticket-note.tsx'
import { TicketStateBadge } from '#features/funds/tickets/ticket-state.tsx'
import { shortName } from '#lib/short-name.ts'
import type { Column } from '#ui/data-table-props.ts'
import { Rupiah } from '#ui/money.tsx'

export const ticketColumns: Column<AdminTicket>[] = [
  { key: 'id', title: 'ID', width: 76, sortable: true, cell: (row) => row.id.toString() },
  { key: 'paymenthistorydatetime', title: 'Dibuat', width: 130, sortable: true, cell: (row) => wib(row.paymenthistorydatetime) },
  {
    key: 'membername',
    title: 'Member',
    width: 132,
    cell: (row) => <span title={row.member.membername}>{shortName(row.member.membername)}</span>,
  },
  { key: 'method', title: 'Metode', width: 90, cell: (row) => row.method },
  { key: 'nominal', title: 'Nominal', width: 108, numeric: true, sortable: true, cell: (row) => <Rupiah of={row.nominal} /> },
  { key: 'status', title: 'Status', width: 110, sortable: true, cell: (row) => <TicketStateBadge of={row} /> },
  { key: 'note', title: 'Catatan', width: 140, from: 'md', cell: (row) => <TicketNote of={row} /> },
  { key: 'updateat', title: 'Diperbarui', width: 130, from: 'md', sortable: true, cell: (row) => wib(row.updateat) },
]
