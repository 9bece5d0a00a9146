import type { ChangeRow, priceChangeCalls } from '@lapak/contract/catalogue/price-changes'
import { wib } from '@lapak/contract/shared/time-text'
import { IconHistoryOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { PriceChange } from '#features/catalogue/price-changes/price-change.tsx'
import { priceChangeList } from '#features/catalogue/price-changes/price-changes.api.ts'
import classes from '#features/catalogue/price-changes/price-changes.module.css'
import { isRecent, recentPeriodText } from '#features/catalogue/price-changes/recent-changes.ts'
import { mySellersQuery } from '#features/ordering/buying-list/buying-list.api.ts'
import mapping from '#features/ordering/buying-list/mapping.module.css'
import { SellerLink } from '#features/ordering/buying-list/mapping-parts.tsx'
import { type ListSearchParams, useList } from '#lib/use-list.ts'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-props.ts'
import { Rupiah } from '#ui/money.tsx'
import { SellerSelect } from '#ui/seller-select.tsx'
import { Tag } from '#ui/tag.tsx'

/** Changes of the products of the buying list: price increases, decreases, and offers that closed or opened. */
export function PriceChanges({ searchParams }: { searchParams: ListSearchParams<typeof priceChangeCalls.list> }) {
  const list = useList(priceChangeList, searchParams)
  const sellers = useQuery(mySellersQuery).data ?? []
  return (
    <DataTable
      list={list}
      label="Perubahan harga"
      columns={columns}
      card={(row) => <ChangeCard row={row} />}
      searchPlaceholder="Cari produk atau suplier"
      filters={<SellerSelect sellers={sellers} value={list.filters.sellerid} onChoose={(sellerid) => list.setFilters({ sellerid })} />}
      emptyState={{
        icon: IconHistoryOff,
        title: 'Belum ada perubahan',
        hint: 'Saat harga berubah, atau produk di daftar Anda tutup, gangguan, atau habis, riwayatnya tampil di sini.',
      }}
      noResultsState={{ title: 'Tidak ada yang cocok', hint: 'Coba produk atau suplier lain.' }}
    />
  )
}

const columns: Column<ChangeRow>[] = [
  { key: 'id', title: 'Waktu', width: 168, sortable: true, cell: (row) => <When row={row} /> },
  {
    key: 'productcode',
    title: 'Kode',
    width: 92,
    visibleFrom: 'md',
    cell: (row) => <span className={mapping.code}>{row.productcode}</span>,
  },
  { key: 'productname', title: 'Produk', width: 150, cell: (row) => row.productname ?? everything },
  { key: 'sellername', title: 'Suplier', width: 130, cell: (row) => <SellerLink row={row} /> },
  { key: 'price', title: 'Dari → ke', width: 170, cell: (row) => <FromTo row={row} /> },
  { key: 'kind', title: 'Perubahan', width: 136, cell: (row) => <PriceChange change={row} /> },
]

/** The text in place of a product name if the whole shop opened or closed. */
const everything = 'Semua produknya'

/** The time of a change; recent changes are marked. */
function When({ row: { at } }: { row: ChangeRow }) {
  return (
    <span className={classes.when}>
      <time dateTime={at.toISOString()}>{wib(at)}</time>
      {isRecent(at) && <Tag tone="fresh">{recentPeriodText}</Tag>}
    </span>
  )
}

function FromTo({ row: { pricebefore, price } }: { row: ChangeRow }) {
  if (pricebefore === null) return <span>–</span>
  if (price === pricebefore) return <Rupiah of={price} />
  return (
    <span>
      <Rupiah of={pricebefore} /> → {price === null ? '–' : <Rupiah of={price} strong />}
    </span>
  )
}

function ChangeCard({ row }: { row: ChangeRow }) {
  return (
    <div className={mapping.card}>
      <div className={mapping.line}>
        <strong>{row.productname ?? everything}</strong>
        <PriceChange change={row} />
      </div>
      <div className={mapping.line}>
        <SellerLink row={row} />
        <FromTo row={row} />
      </div>
      <div className={classes.quiet}>
        <When row={row} />
      </div>
    </div>
  )
}
