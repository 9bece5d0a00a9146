import type { EarningDay, earningCalls } from '@lapak/contract/selling/earnings'
import { dotted } from '@lapak/contract/shared/money'
import { Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconReportMoney } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import classes from '#features/selling/earnings/earning-list.module.css'
import { type EarningFilters, earningList, earningSumQuery } from '#features/selling/earnings/earnings.api.ts'
import { daysBefore, jakartaToday } from '#lib/days.ts'
import { type ListSearchParams, useList } from '#lib/use-list.ts'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-props.ts'
import { DayRange } from '#ui/day-range.tsx'
import { Facts } from '#ui/facts.tsx'
import { fromMdQuery } from '#ui/media-queries.ts'
import { Rupiah } from '#ui/money.tsx'
import { SumCards } from '#ui/sum-cards.tsx'
import link from '#ui/text-link.module.css'

const columns: Column<EarningDay>[] = [
  { key: 'hari', title: 'Tanggal', width: 132, sortable: true, cell: (row) => <Day of={row} /> },
  { key: 'transaksi', title: 'Transaksi', width: 92, numeric: true, cell: (row) => dotted(row.transaksi) },
  { key: 'terjual', title: 'Terjual', width: 116, numeric: true, cell: (row) => <Rupiah of={row.terjual} /> },
  { key: 'biaya', title: 'Biaya', width: 100, numeric: true, cell: (row) => <Rupiah of={row.biaya} /> },
  { key: 'dipotong', title: 'Potong hutang', width: 108, numeric: true, visibleFrom: 'md', cell: (row) => <Rupiah of={row.dipotong} /> },
  { key: 'diterima', title: 'Diterima', width: 116, numeric: true, cell: (row) => <Rupiah of={row.diterima} strong /> },
  { key: 'refund', title: 'Refund', width: 84, numeric: true, visibleFrom: 'md', cell: (row) => dotted(row.refund) },
  {
    key: 'dikembalikan',
    title: 'Dikembalikan',
    width: 116,
    numeric: true,
    visibleFrom: 'md',
    cell: (row) => <Rupiah of={row.dikembalikan} />,
  },
  {
    key: 'biayakembali',
    title: 'Biaya kembali',
    width: 104,
    numeric: true,
    visibleFrom: 'md',
    cell: (row) => <Rupiah of={row.biayakembali} />,
  },
  { key: 'terutang', title: 'Jadi hutang', width: 108, numeric: true, visibleFrom: 'md', cell: (row) => <Rupiah of={row.terutang} /> },
]

/** All values of a day, for a table that has no room for a column per value. */
const EarningFacts = ({ of }: { of: EarningDay }) => (
  <Facts
    facts={[
      { label: 'Transaksi', value: dotted(of.transaksi) },
      { label: 'Terjual', value: <Rupiah of={of.terjual} /> },
      { label: 'Biaya', value: <Rupiah of={of.biaya} /> },
      { label: 'Potong hutang', value: <Rupiah of={of.dipotong} /> },
      { label: 'Diterima', value: <Rupiah of={of.diterima} strong /> },
      { label: 'Refund', value: dotted(of.refund) },
      { label: 'Dikembalikan', value: <Rupiah of={of.dikembalikan} /> },
      { label: 'Biaya kembali', value: <Rupiah of={of.biayakembali} /> },
      { label: 'Jadi hutang', value: <Rupiah of={of.terutang} /> },
    ]}
  />
)

/** The earnings of the shop per day according to the ledger; the last 30 days by default. */
export function EarningList({ searchParams }: { searchParams: ListSearchParams<typeof earningCalls.list> }) {
  const today = jakartaToday()
  const desk = useMediaQuery(fromMdQuery, undefined, { getInitialValueInEffect: false })
  const list = useList(earningList, searchParams, { defaultFilters: { awal: daysBefore(today, 29), akhir: today } })
  return (
    <>
      <EarningSums filters={list.filters} />
      <DataTable
        list={list}
        label="Pendapatan per hari"
        columns={columns}
        card={(row) => <EarningCard row={row} />}
        {...(!desk && {
          rowDetails: {
            label: (row: EarningDay) => `Rincian ${row.hari.replaceAll('-', '/')}`,
            detail: (row: EarningDay) => <EarningFacts of={row} />,
          },
        })}
        filters={<DayRange awal={list.filters.awal ?? ''} akhir={list.filters.akhir ?? ''} onRange={list.setFilters} />}
        emptyState={{
          icon: IconReportMoney,
          title: 'Belum ada pendapatan',
          hint: 'Hari yang punya penjualan sukses atau refund tampil di sini.',
        }}
        noResultsState={{ title: 'Tidak ada pendapatan pada hari itu', hint: 'Ubah rentang tanggal.' }}
      />
    </>
  )
}

function EarningSums({ filters }: { filters: EarningFilters }) {
  const { data, isError } = useQuery(earningSumQuery(filters))
  const shown = (amount: bigint | undefined) => (amount === undefined ? isError ? null : undefined : <Rupiah of={amount} />)
  return (
    <>
      <SumCards
        sums={[
          { label: 'Terjual', value: shown(data?.terjual) },
          { label: 'Biaya', value: shown(data?.biaya) },
          { label: 'Diterima', value: shown(data?.diterima) },
          { label: 'Dikembalikan', value: shown(data?.dikembalikan) },
        ]}
      />
      <Text size="sm" c="dimmed">
        Terjual − biaya − potongan hutang = diterima. Biaya penjualan yang direfund ikut kembali. Dihitung pada hari transaksi selesai,
        bukan dipesan.{' '}
        {data && data.hutang > 0n && (
          <Text span c="red" fw={600}>
            Hutang Anda sekarang <Rupiah of={data.hutang} />, dipotong dari penjualan berikutnya.{' '}
          </Text>
        )}
        <Link to="/histori" search={{ tab: 'mutasi' }} className={link.link}>
          Lihat mutasi saldo
        </Link>
      </Text>
    </>
  )
}

const Day = ({ of: { hari, berjalan } }: { of: EarningDay }) => (
  <>
    {hari.replaceAll('-', '/')}
    {berjalan && <span className={classes.open}> sementara</span>}
  </>
)

function EarningCard({ row }: { row: EarningDay }) {
  return (
    <div className={classes.card}>
      <span>
        <Day of={row} />
      </span>
      <Rupiah of={row.diterima} strong />
      <span className={classes.quiet}>
        {dotted(row.transaksi)} transaksi, terjual <Rupiah of={row.terjual} />
      </span>
      <span className={classes.quiet}>
        Biaya <Rupiah of={row.biaya} />
      </span>
      {row.refund > 0 && (
        <span className={classes.quiet}>
          {dotted(row.refund)} refund, <Rupiah of={row.dikembalikan} />
        </span>
      )}
    </div>
  )
}
