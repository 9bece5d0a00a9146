import type { reconciliationCalls, SellerDay } from '@lapak/contract/funds/reconciliation'
import { Button } from '@mantine/core'
import { IconBuildingStore, IconFileUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { ComparedSidesCard } from '#features/funds/reconciliation/compared-sides-card.tsx'
import { OpenDifferences } from '#features/funds/reconciliation/open-differences.tsx'
import { last7Days, sellerDayList } from '#features/funds/reconciliation/reconciliation.api.ts'
import { SellerFileDialog } from '#features/funds/reconciliation/seller-file-dialog.tsx'
import { shortName } from '#lib/short-name.ts'
import { type ListSearchParams, useList } from '#lib/use-list.ts'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-props.ts'
import { DayRange } from '#ui/day-range.tsx'
import { Facts } from '#ui/facts.tsx'
import { Rupiah } from '#ui/money.tsx'

const dayOf = ({ hari }: SellerDay) => hari.replaceAll('-', '/')
const differencesOf = (row: SellerDay) => (
  <OpenDifferences
    count={row.terbuka}
    search={{ sellerid: row.sellerid.toString(), awal: row.hari, akhir: row.hari }}
    notYet={row.transaksisuplier === null ? 'Belum ada file' : null}
  />
)

const columns: Column<SellerDay>[] = [
  { key: 'hari', title: 'Hari', width: 92, sortable: true, cell: dayOf },
  { key: 'sellername', title: 'Suplier', width: 128, cell: (row) => <span title={row.sellername}>{shortName(row.sellername)}</span> },
  {
    key: 'terjualsuplier',
    title: 'Terjual, suplier',
    width: 112,
    numeric: true,
    cell: (row) => (row.terjualsuplier === null ? '–' : <Rupiah of={row.terjualsuplier} />),
  },
  { key: 'terjual', title: 'Terjual', width: 104, numeric: true, cell: (row) => <Rupiah of={row.terjual} /> },
  { key: 'biaya', title: 'Biaya', width: 92, numeric: true, visibleFrom: 'md', cell: (row) => <Rupiah of={row.biaya} /> },
  { key: 'dibayar', title: 'Dibayar', width: 104, numeric: true, visibleFrom: 'md', cell: (row) => <Rupiah of={row.dibayar} /> },
  { key: 'refund', title: 'Refund', width: 92, numeric: true, visibleFrom: 'md', cell: (row) => <Rupiah of={row.refund} /> },
  { key: 'saldo', title: 'Saldo suplier', width: 108, numeric: true, visibleFrom: 'md', cell: (row) => <Rupiah of={row.saldo} /> },
  { key: 'terbuka', title: 'Selisih', width: 136, cell: differencesOf },
]

/** Sales, payments and refunds of sellers, compared with the sellers' own lists. */
export function SellerDays({ searchParams }: { searchParams: ListSearchParams<typeof reconciliationCalls.sellers> }) {
  const list = useList(sellerDayList, searchParams, { defaultFilters: last7Days() })
  const [uploading, setUploading] = useState<SellerDay | null>()
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileUpload size={18} />}
        style={{ alignSelf: 'flex-start' }}
        mb="sm"
        onClick={() => setUploading(null)}
      >
        Unggah file suplier
      </Button>
      <DataTable
        list={list}
        label="Penjualan suplier per hari"
        columns={columns}
        card={(row) => <SellerDayCard row={row} />}
        rowDetails={{
          label: (row) => `Rincian ${row.sellername} ${dayOf(row)}`,
          detail: (row) => <SellerDayDetail row={row} onUpload={() => setUploading(row)} />,
        }}
        searchPlaceholder="Cari nama suplier"
        filters={<DayRange awal={list.filters.awal ?? ''} akhir={list.filters.akhir ?? ''} onRange={list.setFilters} />}
        emptyState={{
          icon: IconBuildingStore,
          title: 'Belum ada penjualan yang selesai hari sebelumnya',
          hint: 'Hari yang sudah lewat tampil di sini setelah pembukuannya ditutup.',
        }}
        noResultsState={{ title: 'Tidak ada suplier yang cocok', hint: 'Ubah kata kunci atau rentang tanggal.' }}
      />
      {uploading !== undefined && <SellerFileDialog of={uploading} onClose={() => setUploading(undefined)} />}
    </>
  )
}

function SellerDayDetail({ row, onUpload }: { row: SellerDay; onUpload: () => void }) {
  return (
    <>
      <Facts
        facts={[
          { label: 'Transaksi', value: row.transaksi },
          { label: 'Terjual', value: <Rupiah of={row.terjual} /> },
          { label: 'Biaya', value: <Rupiah of={row.biaya} /> },
          { label: 'Dipotong untuk hutang', value: <Rupiah of={row.dipotong} /> },
          { label: 'Dibayar ke saldo suplier', value: <Rupiah of={row.dibayar} /> },
          { label: 'Refund', value: <Rupiah of={row.refund} /> },
          { label: 'Saldo suplier di akhir hari', value: <Rupiah of={row.saldo} /> },
          { label: 'Hutang suplier di akhir hari', value: <Rupiah of={row.hutang} /> },
          { label: 'Transaksi menurut suplier', value: row.transaksisuplier ?? 'Belum ada file' },
          { label: 'Terjual menurut suplier', value: row.terjualsuplier === null ? null : <Rupiah of={row.terjualsuplier} /> },
        ]}
      />
      <Button variant="default" size="sm" mt="sm" leftSection={<IconFileUpload size={18} />} onClick={onUpload}>
        Unggah file hari itu
      </Button>
    </>
  )
}

function SellerDayCard({ row }: { row: SellerDay }) {
  return (
    <ComparedSidesCard
      title={`${row.sellername} · ${dayOf(row)}`}
      mark={differencesOf(row)}
      sides={['Suplier', 'Lapak']}
      lines={[
        { label: 'Terjual', values: [row.terjualsuplier === null ? null : row.terjualsuplier * 100n, row.terjual * 100n] },
        { label: 'Dibayar', values: [null, row.dibayar * 100n] },
      ]}
    />
  )
}
