import type { AdminTicket, ticketCalls } from '@lapak/contract/funds/tickets'
import { dotted } from '@lapak/contract/shared/money'
import type { TicketKind } from '@lapak/contract/shared/ticket-states'
import { Button } from '@mantine/core'
import { IconReceiptOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { TicketCard } from '#features/funds/tickets/ticket-card.tsx'
import { ticketColumns } from '#features/funds/tickets/ticket-columns.tsx'
import { TicketFilterBar } from '#features/funds/tickets/ticket-filters.tsx'
import { ticketKinds } from '#features/funds/tickets/ticket-kinds.ts'
import { type TicketFilters, ticketLists, ticketSumQuery } from '#features/funds/tickets/tickets.api.ts'
import { useLiveTicketLists } from '#features/funds/tickets/tickets.live.ts'
import { jakartaToday } from '#lib/days.ts'
import { type ListAddress, useList } from '#lib/use-list.ts'
import { DataTable } from '#ui/data-table.tsx'
import { Rupiah } from '#ui/money.tsx'
import { SumCards } from '#ui/sum-cards.tsx'

interface TicketListProps {
  kind: TicketKind
  at: ListAddress<typeof ticketCalls.cashin>
  onOpen: (row: AdminTicket) => void
}

/** Tickets of all members: sums, filters and the list, which follows every change. */
export function TicketList({ kind, at, onOpen }: TicketListProps) {
  const { label, nothing, waits: waiting } = ticketKinds[kind]
  const today = jakartaToday()
  // Who looks for what waits looks for all of it, however old it is (B-CONST-19 for everything else).
  const waits = at.search.status === waiting
  const list = useList(ticketLists[kind], at, { preset: waits ? {} : { awal: today, akhir: today } })
  useLiveTicketLists()
  return (
    <>
      <TicketSums kind={kind} filters={list.filters} />
      {!waits && (
        <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={() => list.filter({ status: waiting })}>
          Semua yang menunggu
        </Button>
      )}
      <DataTable
        list={list}
        label={label}
        columns={ticketColumns}
        card={(row) => <TicketCard row={row} />}
        opens={{ label: (row) => `Tiket ${row.id}`, open: onOpen }}
        searchFor="Cari nomor, nominal, nama, atau e-mail"
        filters={<TicketFilterBar kind={kind} filters={list.filters} onFilter={list.filter} />}
        nothing={{ icon: IconReceiptOff, title: nothing }}
        noMatch={{ title: 'Tidak ada tiket yang cocok', hint: 'Ubah kata kunci, filter, atau rentang tanggal.' }}
      />
    </>
  )
}

function TicketSums({ kind, filters }: { kind: TicketKind; filters: TicketFilters }) {
  const { data, isError } = useQuery(ticketSumQuery(kind, filters))
  const missing = isError ? null : undefined
  return (
    <SumCards
      sums={[
        { label: 'Jumlah', value: data ? dotted(data.jml) : missing },
        { label: 'Amount', value: data ? <Rupiah of={data.amount} /> : missing },
        {
          label: 'Pending',
          value: data ? (
            <>
              {dotted(data.pending)} · <Rupiah of={data.pendingamount} />
            </>
          ) : (
            missing
          ),
        },
      ]}
    />
  )
}
