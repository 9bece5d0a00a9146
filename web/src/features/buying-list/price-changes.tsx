import type { ChangeRow } from '@lapak/contract/buying-list'
import { Button } from '@mantine/core'
import { IconHistoryOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { changesQuery, mySellersQuery } from '#features/buying-list/buying-list.api.ts'
import type { BuyingListSearch } from '#features/buying-list/buying-list.tsx'
import classes from '#features/buying-list/mapping.module.css'
import { SellerLink } from '#features/buying-list/mapping-parts.tsx'
import { SellerSelect } from '#features/buying-list/offer-filters.tsx'
import { PriceChange } from '#features/buying-list/price-change.tsx'
import { isRecent } from '#features/buying-list/recent.ts'
import { wib } from '#lib/format.ts'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-props.ts'
import { Rupiah } from '#ui/money.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { EmptyState } from '#ui/states.tsx'
import { pageAsked, tableState } from '#ui/table-state.ts'

const listName = 'price-changes'

interface ChangesProps {
  search: BuyingListSearch
  onSearch: (change: BuyingListSearch) => void
}

/** What became dearer, cheaper, open or closed among the products of the list. */
export function PriceChanges({ search, onSearch }: ChangesProps) {
  const state = tableState(listName, search)
  const list = useQuery(changesQuery({ search: search.search, sellerid: search.sellerid, ...pageAsked(state) }))
  const sellers = useQuery(mySellersQuery).data ?? []
  return (
    <DataTable<ChangeRow>
      name={listName}
      label="Perubahan harga"
      columns={columns}
      rowKey={(row) => row.id.toString()}
      card={(row) => <ChangeCard row={row} />}
      rows={list.data?.content}
      total={list.data?.totalElements ?? 0}
      state={state}
      onChange={onSearch}
      error={list.error}
      onRetry={() => void list.refetch()}
      stale={list.isPlaceholderData}
      empty={
        <NoChanges
          narrowed={Boolean(search.search || search.sellerid)}
          onReset={() => onSearch({ search: undefined, sellerid: undefined, page: undefined })}
        />
      }
      search={
        <SearchField
          label="Cari produk atau suplier"
          value={search.search ?? ''}
          onSearch={(text) => onSearch({ search: text || undefined, page: undefined })}
        />
      }
      filtered={Boolean(search.sellerid)}
      filters={<SellerSelect sellers={sellers} value={search.sellerid} onChoose={(sellerid) => onSearch({ sellerid, page: undefined })} />}
    />
  )
}

const columns: Column<ChangeRow>[] = [
  { key: 'id', title: 'Waktu', width: 168, sortable: true, cell: (row) => <When row={row} /> },
  { key: 'productcode', title: 'Kode', width: 92, from: 'md', cell: (row) => <span className={classes.code}>{row.productcode}</span> },
  { key: 'productname', title: 'Produk', width: 150, cell: (row) => row.productname },
  { key: 'sellername', title: 'Suplier', width: 130, cell: (row) => <SellerLink row={row} /> },
  { key: 'price', title: 'Dari → ke', width: 170, cell: (row) => <FromTo row={row} /> },
  { key: 'kind', title: 'Perubahan', width: 136, cell: (row) => <PriceChange change={row} /> },
]

/** Those of the last day are marked. */
function When({ row: { at } }: { row: ChangeRow }) {
  return (
    <span className={classes.when}>
      <time dateTime={at.toISOString()}>{wib(at)}</time>
      {isRecent(at) && <span className={classes.fresh}>24 jam</span>}
    </span>
  )
}

function FromTo({ row: { pricebefore, price } }: { row: ChangeRow }) {
  if (price === pricebefore) return <Rupiah of={price} />
  return (
    <span className={classes.fromTo}>
      <Rupiah of={pricebefore} /> → {price === null ? '–' : <Rupiah of={price} strong />}
    </span>
  )
}

function ChangeCard({ row }: { row: ChangeRow }) {
  return (
    <div className={classes.card}>
      <div className={classes.line}>
        <strong>{row.productname}</strong>
        <PriceChange change={row} />
      </div>
      <div className={classes.line}>
        <SellerLink row={row} />
        <FromTo row={row} />
      </div>
      <div className={classes.quiet}>
        <When row={row} />
      </div>
    </div>
  )
}

function NoChanges({ narrowed, onReset }: { narrowed: boolean; onReset: () => void }) {
  if (!narrowed)
    return (
      <EmptyState
        icon={IconHistoryOff}
        title="Belum ada perubahan"
        hint="Saat suplier mengubah harga atau menutup produk di daftar Anda, riwayatnya tampil di sini."
      />
    )
  return (
    <EmptyState
      icon={IconHistoryOff}
      title="Tidak ada yang cocok"
      hint="Coba produk atau suplier lain."
      action={
        <Button variant="default" onClick={onReset}>
          Hapus semua filter
        </Button>
      }
    />
  )
}
