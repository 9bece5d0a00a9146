import type { MutasiRow, walletCalls } from '@lapak/contract/funds/wallet'
import { wib } from '@lapak/contract/shared/time-text'
import { Text } from '@mantine/core'
import { IconReceiptOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import classes from '#features/funds/wallet/row-card.module.css'
import { type WalletStatementFilters, walletStatementList, walletStatementSumQuery } from '#features/funds/wallet/wallet.api.ts'
import { jakartaToday } from '#lib/days.ts'
import { type ListSearchParams, useList } from '#lib/use-list.ts'
import { ChoiceFilter } from '#ui/choice-filter.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-props.ts'
import { DayRange } from '#ui/day-range.tsx'
import { Rupiah } from '#ui/money.tsx'
import { Movement } from '#ui/movement.tsx'
import { SumCards } from '#ui/sum-cards.tsx'

const columns: Column<MutasiRow>[] = [
  { key: 'id', title: 'ID', width: 108, sortable: true, cell: (row) => row.id.toString() },
  { key: 'waktu', title: 'Waktu', width: 108, sortable: true, cell: (row) => wib(row.waktu) },
  { key: 'keterangan', title: 'Keterangan', width: 200, cell: (row) => row.keterangan },
  { key: 'reff', title: 'Referensi', width: 132, visibleFrom: 'md', cell: (row) => row.reff },
  { key: 'mutasi', title: 'Mutasi', width: 108, numeric: true, cell: (row) => <Movement of={row.mutasi} /> },
  { key: 'saldoakhir', title: 'Saldo akhir', width: 108, numeric: true, cell: (row) => <Rupiah of={row.saldoakhir} /> },
]

/** The statement of the balance: opening balance, movements, closing balance. */
export function WalletStatementList({ searchParams }: { searchParams: ListSearchParams<typeof walletCalls.mutasi> }) {
  const today = jakartaToday()
  const list = useList(walletStatementList, searchParams, { defaultFilters: { awal: today, akhir: today } })
  return (
    <>
      <WalletStatementSums filters={list.filters} />
      <DataTable
        list={list}
        label="Mutasi saldo"
        columns={columns}
        card={(row) => <WalletStatementCard row={row} />}
        searchPlaceholder="Cari keterangan, referensi, atau jumlah"
        filters={<WalletStatementFilterBar filters={list.filters} onFilter={list.setFilters} />}
        emptyState={{ icon: IconReceiptOff, title: 'Belum ada mutasi hari ini', hint: 'Setiap perubahan saldo akan tampil di sini.' }}
        noResultsState={{ title: 'Tidak ada mutasi yang cocok', hint: 'Ubah kata kunci, filter, atau rentang tanggal.' }}
      />
    </>
  )
}

function WalletStatementSums({ filters }: { filters: WalletStatementFilters }) {
  const { data, isError } = useQuery(walletStatementSumQuery(filters))
  const shown = (amount: bigint | undefined) => (amount === undefined ? isError ? null : undefined : <Rupiah of={amount} />)
  return (
    <>
      <SumCards
        sums={[
          { label: 'Saldo awal', value: shown(data?.saldoawal) },
          { label: 'Masuk', value: shown(data?.masuk) },
          { label: 'Keluar', value: shown(data?.keluar) },
          { label: 'Saldo akhir', value: shown(data?.saldoakhir) },
        ]}
      />
      <Text size="sm" c="dimmed">
        Saldo awal + masuk − keluar = saldo akhir
      </Text>
    </>
  )
}

const sideChoices = [
  { value: '', label: 'Masuk dan keluar' },
  { value: '1', label: 'Masuk' },
  { value: '2', label: 'Keluar' },
]

function WalletStatementFilterBar({
  filters,
  onFilter,
}: {
  filters: WalletStatementFilters
  onFilter: (change: WalletStatementFilters) => void
}) {
  return (
    <>
      <ChoiceFilter label="Arah" value={filters.statustrx} choices={sideChoices} onChoose={(statustrx) => onFilter({ statustrx })} />
      <DayRange awal={filters.awal ?? ''} akhir={filters.akhir ?? ''} onRange={onFilter} />
    </>
  )
}

export function WalletStatementCard({ row }: { row: MutasiRow }) {
  return (
    <div className={classes.card}>
      <span className={classes.what}>{row.keterangan}</span>
      <Movement of={row.mutasi} />
      <time className={classes.quiet} dateTime={row.waktu.toISOString()}>
        {wib(row.waktu)}
      </time>
      <Rupiah of={row.saldoakhir} />
    </div>
  )
}
