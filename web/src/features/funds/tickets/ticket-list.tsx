import type { AdminTicket, ticketCalls } from '@lapak/contract/funds/tickets'
import { dotted } from '@lapak/contract/shared/money'
import type { TicketKind } from '@lapak/contract/shared/ticket-states'
import { ticketAdminLabels } from '@lapak/contract/shared/ticket-states'
import { wib } from '@lapak/contract/shared/time-text'
import { waitsForSecond } from '@lapak/contract/system/approvals'
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconReceiptOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ticketKinds } from '#features/funds/tickets/ticket-kinds.ts'
import { TicketStateBadge } from '#features/funds/tickets/ticket-state.tsx'
import { moneyReceivedLabel, payoutText } from '#features/funds/tickets/ticket-steps.ts'
import { cashAccountsQuery, type TicketFilters, ticketLists, ticketSumQuery } from '#features/funds/tickets/tickets.api.ts'
import { useLiveTicketLists } from '#features/funds/tickets/tickets.live.ts'
import { jakartaToday } from '#lib/days.ts'
import { shortName } from '#lib/short-name.ts'
import { type ListSearchParams, useList } from '#lib/use-list.ts'
import { ChoiceFilter } from '#ui/choice-filter.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-props.ts'
import { DayRange } from '#ui/day-range.tsx'
import { Rupiah } from '#ui/money.tsx'
import { SumCards } from '#ui/sum-cards.tsx'
import { Tag } from '#ui/tag.tsx'

interface TicketListProps {
  kind: TicketKind
  searchParams: ListSearchParams<typeof ticketCalls.cashin>
  onOpen: (row: AdminTicket) => void
}

/** Tickets of all members: sums, filters, and a list that is updated live. */
export function TicketList({ kind, searchParams, onOpen }: TicketListProps) {
  const { label, nothing, waits: waiting } = ticketKinds[kind]
  const today = jakartaToday()
  // The filter for waiting tickets has no date range, so that old tickets are found; every other filter starts with today (B-CONST-19).
  const waits = searchParams.search.status === waiting
  const list = useList(ticketLists[kind], searchParams, { defaultFilters: waits ? {} : { awal: today, akhir: today } })
  useLiveTicketLists()
  return (
    <>
      <TicketSums kind={kind} filters={list.filters} />
      {!waits && (
        <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={() => list.setFilters({ status: waiting })}>
          Semua yang menunggu
        </Button>
      )}
      <DataTable
        list={list}
        label={label}
        columns={ticketColumns}
        card={(row) => <TicketCard row={row} />}
        rowLink={{ label: (row) => `Tiket ${row.id}`, open: onOpen }}
        searchPlaceholder="Cari nomor, nominal, nama, atau e-mail"
        filters={<TicketFilterBar kind={kind} filters={list.filters} onFilter={list.setFilters} />}
        emptyState={{ icon: IconReceiptOff, title: nothing }}
        noResultsState={{ title: 'Tidak ada tiket yang cocok', hint: 'Ubah kata kunci, filter, atau rentang tanggal.' }}
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

const ticketColumns: Column<AdminTicket>[] = [
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
  { key: 'note', title: 'Catatan', width: 140, visibleFrom: 'md', cell: (row) => <TicketNote of={row} /> },
  { key: 'updateat', title: 'Diperbarui', width: 130, visibleFrom: 'md', sortable: true, cell: (row) => wib(row.updateat) },
]

/** A ticket on a phone. */
function TicketCard({ row }: { row: AdminTicket }) {
  const apart = apartOf(row)
  return (
    <Stack gap={4}>
      <Group justify="space-between" wrap="nowrap">
        <Text fw={600} truncate>
          {row.member.membername}
        </Text>
        <TicketStateBadge of={row} />
      </Group>
      <Group justify="space-between" gap="4px 12px">
        <Rupiah of={row.nominal} strong />
        <Text size="sm" c="dimmed">
          {row.method} · {wib(row.paymenthistorydatetime)}
        </Text>
      </Group>
      {apart && (
        <Text component="div" size="sm">
          {apart}
        </Text>
      )}
    </Stack>
  )
}

// — Ticket filters

interface FilterProps {
  kind: TicketKind
  filters: TicketFilters
  onFilter: (change: TicketFilters) => void
}

const stateChoices = (kind: TicketKind) => [
  { value: '', label: 'Semua status' },
  ...ticketKinds[kind].states.map((state) => ({ value: `${state}`, label: ticketAdminLabels[kind][state] })),
]

function TicketFilterBar({ kind, filters, onFilter }: FilterProps) {
  const { data: accounts = [] } = useQuery(cashAccountsQuery)
  return (
    <>
      <ChoiceFilter
        label="Metode"
        value={filters.method}
        choices={[
          { value: '', label: 'Semua metode' },
          ...accounts.map(({ accountinitial, name }) => ({ value: accountinitial, label: name })),
        ]}
        onChoose={(method) => onFilter({ method })}
      />
      <ChoiceFilter label="Status" value={filters.status} choices={stateChoices(kind)} onChoose={(status) => onFilter({ status })} />
      <DayRange awal={filters.awal ?? ''} akhir={filters.akhir ?? ''} onRange={onFilter} />
    </>
  )
}

/** A mark on a ticket that differs from other tickets in the same state; null if the ticket has no mark. */
function apartOf({ decision, matched, own, payout, status }: AdminTicket): ReactNode {
  if (decision) return <Tag tone="own">{waitsForSecond}</Tag>
  if (matched) return <Tag tone="own">{moneyReceivedLabel}</Tag>
  if (payout && status === 1) return `Lewat penyedia: ${payoutText(payout)}`
  return own ? 'Transaksi Anda sendiri' : null
}

/** The cell of a column that shows the mark of a ticket or, without a mark, its note. */
const TicketNote = ({ of }: { of: AdminTicket }) => apartOf(of) ?? of.endedreason ?? of.approveddescription ?? of.description
