import { differencesMax, type ProviderDay, type reconciliationCalls } from '@lapak/contract/funds/reconciliation'
import { dotted } from '@lapak/contract/shared/money'
import { IconCreditCard } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ComparedSidesCard } from '#features/funds/reconciliation/compared-sides-card.tsx'
import { OpenDifferences } from '#features/funds/reconciliation/open-differences.tsx'
import { last7Days, providerDayList, providerQuery } from '#features/funds/reconciliation/reconciliation.api.ts'
import { SenAmount } from '#features/funds/reconciliation/sen-amount.tsx'
import { type ListSearchParams, useList } from '#lib/use-list.ts'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-props.ts'
import { DayRange } from '#ui/day-range.tsx'
import { Facts } from '#ui/facts.tsx'

const inSen = (rupiah: bigint) => rupiah * 100n
const dayOf = ({ hari }: ProviderDay) => hari.replaceAll('-', '/')
const differencesOf = ({ terbuka, belumdidaftar, hari, diperiksa }: ProviderDay) => (
  <OpenDifferences
    count={terbuka}
    leftOut={belumdidaftar}
    search={{ scope: 'provider', awal: hari, akhir: hari }}
    notYet={diperiksa ? null : 'Belum diperiksa'}
  />
)

const amount = (key: string, title: string, read: (row: ProviderDay) => bigint | null, visibleFrom?: 'md'): Column<ProviderDay> => ({
  key,
  title,
  width: 112,
  numeric: true,
  ...(visibleFrom && { visibleFrom }),
  cell: (row) => <SenAmount of={read(row)} />,
})

const columns: Column<ProviderDay>[] = [
  { key: 'hari', title: 'Hari', width: 92, sortable: true, cell: dayOf },
  amount('masukpenyedia', 'Masuk, penyedia', (row) => row.masukpenyedia),
  amount('masukbuku', 'Masuk, buku', (row) => inSen(row.masukbuku)),
  amount('keluarpenyedia', 'Keluar, penyedia', (row) => row.keluarpenyedia, 'md'),
  amount('keluarbuku', 'Keluar, buku', (row) => inSen(row.keluarbuku), 'md'),
  amount('biayapenyedia', 'Biaya, penyedia', (row) => row.biayapenyedia, 'md'),
  amount('saldopenyedia', 'Saldo, penyedia', (row) => row.saldopenyedia, 'md'),
  amount('saldobuku', 'Saldo, buku', (row) => inSen(row.saldobuku), 'md'),
  { key: 'terbuka', title: 'Selisih', width: 136, cell: differencesOf },
]

const noProvider = {
  icon: IconCreditCard,
  title: 'Belum ada penyedia pembayaran',
  hint: 'Setelah Xendit dipasang, transaksi dan saldonya dibandingkan dengan akun kas KARTU setiap malam. Penyedia uji coba tidak dibandingkan.',
}
const noDays = {
  icon: IconCreditCard,
  title: 'Belum ada transaksi di penyedia',
  hint: 'Hari yang sudah lewat diambil dari penyedia setiap malam.',
}

/** The payment provider's own record compared with its cash account in the ledger, one row per day. */
export function ProviderDays({ searchParams }: { searchParams: ListSearchParams<typeof reconciliationCalls.provider> }) {
  const list = useList(providerDayList, searchParams, { defaultFilters: last7Days() })
  const { data: provider } = useQuery(providerQuery)
  return (
    <DataTable
      list={list}
      label="Penyedia dan pembukuan per hari"
      columns={columns}
      card={(row) => <ProviderDayCard row={row} />}
      rowDetails={{ label: (row) => `Rincian penyedia ${dayOf(row)}`, detail: (row) => <ProviderDayFacts row={row} /> }}
      filters={<DayRange awal={list.filters.awal ?? ''} akhir={list.filters.akhir ?? ''} onRange={list.setFilters} />}
      emptyState={provider === null ? noProvider : noDays}
      noResultsState={provider === null ? noProvider : { title: 'Tidak ada transaksi pada hari-hari itu', hint: 'Ubah rentang tanggal.' }}
    />
  )
}

const leftOutText = (count: number) => `${dotted(count)}, setelah ${dotted(differencesMax)} yang pertama dijelaskan`

/** The balance of an account that several installations share belongs to no single one of them. */
function restOf({ sisa, diperiksa }: ProviderDay) {
  if (sisa !== null) return <SenAmount of={sisa} />
  return diperiksa ? 'Tidak dibandingkan, akun dipakai bersama' : null
}

function ProviderDayFacts({ row }: { row: ProviderDay }) {
  return (
    <Facts
      facts={[
        { label: 'Transaksi di penyedia', value: row.diperiksa ? dotted(row.transaksi) : 'Belum diambil dari penyedia' },
        { label: 'Keluar, penyedia', value: row.keluarpenyedia === null ? null : <SenAmount of={row.keluarpenyedia} /> },
        { label: 'Keluar, buku', value: <SenAmount of={inSen(row.keluarbuku)} /> },
        { label: 'Biaya menurut penyedia', value: row.biayapenyedia === null ? null : <SenAmount of={row.biayapenyedia} /> },
        { label: 'Biaya dibukukan hari itu', value: <SenAmount of={inSen(row.biayabuku)} /> },
        { label: 'Saldo akhir, penyedia', value: row.saldopenyedia === null ? null : <SenAmount of={row.saldopenyedia} /> },
        { label: 'Saldo akhir, buku', value: <SenAmount of={inSen(row.saldobuku)} /> },
        { label: 'Beda saldo di luar biaya dan dana berjalan', value: restOf(row) },
        { label: 'Selisih belum didaftar', value: row.belumdidaftar === 0 ? null : leftOutText(row.belumdidaftar) },
      ]}
    />
  )
}

function ProviderDayCard({ row }: { row: ProviderDay }) {
  return (
    <ComparedSidesCard
      title={dayOf(row)}
      mark={differencesOf(row)}
      sides={['Penyedia', 'Buku']}
      lines={[
        { label: 'Masuk', values: [row.masukpenyedia, inSen(row.masukbuku)] },
        { label: 'Keluar', values: [row.keluarpenyedia, inSen(row.keluarbuku)] },
        { label: 'Biaya', values: [row.biayapenyedia, inSen(row.biayabuku)] },
        { label: 'Saldo', values: [row.saldopenyedia, inSen(row.saldobuku)] },
      ]}
    />
  )
}
