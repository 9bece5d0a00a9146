import { type BankDay, differencesMax, type reconciliationCalls } from '@lapak/contract/funds/reconciliation'
import { bankNames } from '@lapak/contract/shared/banks'
import { dotted } from '@lapak/contract/shared/money'
import { NativeSelect } from '@mantine/core'
import { IconBuildingBank } from '@tabler/icons-react'
import { ComparedSidesCard } from '#features/funds/reconciliation/compared-sides-card.tsx'
import { OpenDifferences } from '#features/funds/reconciliation/open-differences.tsx'
import { bankDayList, last7Days } from '#features/funds/reconciliation/reconciliation.api.ts'
import { SenAmount } from '#features/funds/reconciliation/sen-amount.tsx'
import type { FiltersOf } from '#lib/list-filters.ts'
import { type ListSearchParams, useList } from '#lib/use-list.ts'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-props.ts'
import { DayRange } from '#ui/day-range.tsx'
import { Facts } from '#ui/facts.tsx'

type Filters = FiltersOf<typeof reconciliationCalls.banks>

const inSen = (rupiah: bigint) => rupiah * 100n
const dayOf = ({ hari }: BankDay) => hari.replaceAll('-', '/')
const differencesOf = ({ terbuka, belumdidaftar, bankcode, hari, diperiksa }: BankDay) => (
  <OpenDifferences
    count={terbuka}
    leftOut={belumdidaftar}
    search={{ bankcode, awal: hari, akhir: hari }}
    notYet={diperiksa ? null : 'Belum diperiksa'}
  />
)

const columns: Column<BankDay>[] = [
  { key: 'hari', title: 'Hari', width: 92, sortable: true, cell: dayOf },
  { key: 'bankcode', title: 'Bank', width: 84, cell: (row) => bankNames[row.bankcode] },
  { key: 'masukbank', title: 'Masuk, bank', width: 112, numeric: true, cell: (row) => <SenAmount of={row.masukbank} /> },
  { key: 'masukbuku', title: 'Masuk, buku', width: 112, numeric: true, cell: (row) => <SenAmount of={inSen(row.masukbuku)} /> },
  {
    key: 'keluarbank',
    title: 'Keluar, bank',
    width: 112,
    numeric: true,
    visibleFrom: 'md',
    cell: (row) => <SenAmount of={row.keluarbank} />,
  },
  {
    key: 'keluarbuku',
    title: 'Keluar, buku',
    width: 112,
    numeric: true,
    visibleFrom: 'md',
    cell: (row) => <SenAmount of={inSen(row.keluarbuku)} />,
  },
  { key: 'saldobank', title: 'Saldo, bank', width: 116, numeric: true, visibleFrom: 'md', cell: (row) => <SenAmount of={row.saldobank} /> },
  {
    key: 'saldobuku',
    title: 'Saldo, buku',
    width: 116,
    numeric: true,
    visibleFrom: 'md',
    cell: (row) => <SenAmount of={inSen(row.saldobuku)} />,
  },
  { key: 'terbuka', title: 'Selisih', width: 136, cell: differencesOf },
]

/** Bank statements compared with the ledger, one row per day. */
export function BankDays({ searchParams }: { searchParams: ListSearchParams<typeof reconciliationCalls.banks> }) {
  const list = useList(bankDayList, searchParams, { defaultFilters: last7Days() })
  return (
    <DataTable
      list={list}
      label="Bank dan pembukuan per hari"
      columns={columns}
      card={(row) => <BankDayCard row={row} />}
      rowDetails={{ label: (row) => `Rincian ${bankNames[row.bankcode]} ${dayOf(row)}`, detail: (row) => <BankDayFacts row={row} /> }}
      filters={<FilterBar filters={list.filters} onFilter={list.setFilters} />}
      emptyState={{
        icon: IconBuildingBank,
        title: 'Belum ada mutasi atau pembukuan',
        hint: 'Mutasi bank datang lewat feed atau CSV di halaman Mutasi bank.',
      }}
    />
  )
}

const bankChoices = [{ value: '', label: 'Semua bank' }, ...Object.entries(bankNames).map(([value, label]) => ({ value, label }))]

function FilterBar({ filters, onFilter }: { filters: Filters; onFilter: (change: Filters) => void }) {
  return (
    <>
      <NativeSelect
        size="sm"
        aria-label="Bank"
        value={filters.bankcode ?? ''}
        data={bankChoices}
        onChange={(event) => onFilter({ bankcode: (event.currentTarget.value || undefined) as Filters['bankcode'] })}
      />
      <DayRange awal={filters.awal ?? ''} akhir={filters.akhir ?? ''} onRange={onFilter} />
    </>
  )
}

const leftOutText = (count: number) => `${dotted(count)}, setelah ${dotted(differencesMax)} yang pertama dijelaskan`

function BankDayFacts({ row }: { row: BankDay }) {
  return (
    <Facts
      facts={[
        { label: 'Baris mutasi', value: `${dotted(row.baris)}, ${dotted(row.belumdijelaskan)} belum dijelaskan` },
        { label: 'Dikreditkan ke member', value: <SenAmount of={row.dikreditkan} /> },
        { label: 'Belum ada pemiliknya', value: <SenAmount of={row.menunggu} /> },
        { label: 'Selisih belum didaftar', value: row.belumdidaftar === 0 ? null : leftOutText(row.belumdidaftar) },
        { label: 'Keluar, bank', value: <SenAmount of={row.keluarbank} /> },
        { label: 'Keluar, buku', value: <SenAmount of={inSen(row.keluarbuku)} /> },
        { label: 'Dibayar lewat penyedia', value: row.penyedia === 0n ? null : <SenAmount of={inSen(row.penyedia)} /> },
        { label: 'Saldo akhir, bank', value: row.saldobank === null ? 'Tidak disebut bank' : <SenAmount of={row.saldobank} /> },
        { label: 'Saldo akhir, buku', value: <SenAmount of={inSen(row.saldobuku)} /> },
        { label: 'Bank lebih dari buku', value: row.saldobank === null ? null : <SenAmount of={row.saldobank - inSen(row.saldobuku)} /> },
      ]}
    />
  )
}

function BankDayCard({ row }: { row: BankDay }) {
  return (
    <ComparedSidesCard
      title={`${bankNames[row.bankcode]} · ${dayOf(row)}`}
      mark={differencesOf(row)}
      sides={['Bank', 'Buku']}
      lines={[
        { label: 'Masuk', values: [row.masukbank, inSen(row.masukbuku)] },
        { label: 'Keluar', values: [row.keluarbank, inSen(row.keluarbuku)] },
        { label: 'Saldo', values: [row.saldobank, inSen(row.saldobuku)] },
      ]}
    />
  )
}
