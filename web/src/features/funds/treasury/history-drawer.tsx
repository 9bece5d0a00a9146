import type { CashAccount, CashHistoryRow, treasuryCalls } from '@lapak/contract/funds/treasury'
import { cashNames } from '@lapak/contract/shared/banks'
import { wib } from '@lapak/contract/shared/time-text'
import { Group, Stack, Text } from '@mantine/core'
import { IconReceiptOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type CashHistoryFilters, cashHistoryList, cashHistorySumQuery } from '#features/funds/treasury/treasury.api.ts'
import { jakartaToday } from '#lib/days.ts'
import { type ListSearchParams, useList } from '#lib/use-list.ts'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-props.ts'
import { DayRange } from '#ui/day-range.tsx'
import { Rupiah } from '#ui/money.tsx'
import { Movement } from '#ui/movement.tsx'
import { SideDrawer } from '#ui/side-drawer.tsx'
import { SumCards } from '#ui/sum-cards.tsx'

type At = ListSearchParams<typeof treasuryCalls.histories>
type Code = CashAccount['code']

/** The ledger entries of one cash account, each with the balance after the entry. */
export function HistoryDrawer({ at, onClose }: { at: At; onClose: () => void }) {
  return (
    <SideDrawer record={at.search.code} title={(code) => `Kas ${code} ${cashNames[code]}`} width={820} onClose={onClose}>
      {(code) => <CashHistory at={at} code={code} />}
    </SideDrawer>
  )
}

const columns: Column<CashHistoryRow>[] = [
  { key: 'waktu', title: 'Waktu', width: 108, sortable: true, cell: (row) => wib(row.waktu) },
  { key: 'keterangan', title: 'Keterangan', width: 150, cell: (row) => row.keterangan },
  { key: 'reff', title: 'Referensi', width: 90, cell: (row) => row.reff },
  { key: 'mutasi', title: 'Mutasi', width: 108, numeric: true, cell: (row) => <Movement of={row.mutasi} /> },
  { key: 'saldo', title: 'Saldo', width: 108, numeric: true, cell: (row) => <Rupiah of={row.saldo} /> },
]

function CashHistory({ at, code }: { at: At; code: Code }) {
  const today = jakartaToday()
  const list = useList(cashHistoryList, at, { defaultFilters: { awal: today, akhir: today } })
  const { awal = '', akhir = '' } = list.filters
  return (
    <Stack gap="md">
      <Sums filters={{ code, awal, akhir }} />
      <DataTable
        // The drawer always filters by its account, so the list counts as filtered only if dates are selected.
        list={{ ...list, hasActiveFilters: at.search.awal !== undefined }}
        label={`Histori kas ${cashNames[code]}`}
        columns={columns}
        card={(row) => <HistoryCard row={row} />}
        filters={<DayRange awal={awal} akhir={akhir} onRange={list.setFilters} />}
        emptyState={{
          icon: IconReceiptOff,
          title: 'Belum ada mutasi hari ini',
          hint: 'Pilih rentang tanggal lain untuk melihat yang lebih lama.',
        }}
        noResultsState={{ title: 'Tidak ada mutasi', hint: 'Ubah rentang tanggal.' }}
      />
    </Stack>
  )
}

function Sums({ filters }: { filters: CashHistoryFilters & { code: Code } }) {
  const { data, isError } = useQuery(cashHistorySumQuery(filters))
  const shown = (amount: bigint | undefined) => (amount === undefined ? isError ? null : undefined : <Rupiah of={amount} />)
  return (
    <SumCards
      sums={[
        { label: 'Saldo awal', value: shown(data?.saldoawal) },
        { label: 'Saldo akhir', value: shown(data?.saldoakhir) },
      ]}
    />
  )
}

const HistoryCard = ({ row }: { row: CashHistoryRow }) => (
  <Stack gap={4}>
    <Group justify="space-between" wrap="nowrap">
      <Text fw={600} size="sm" truncate>
        {row.keterangan}
      </Text>
      <Movement of={row.mutasi} />
    </Group>
    <Group justify="space-between">
      <Text size="sm" c="dimmed">
        {wib(row.waktu)}
      </Text>
      <Rupiah of={row.saldo} />
    </Group>
  </Stack>
)
