import type { PurchaseRow, purchaseCalls, SaleRow } from '@lapak/contract/ordering/purchases'
import { IconReceiptOff } from '@tabler/icons-react'
import { CategoryBrandSelects } from '#features/catalogue/catalogue/category-brand-select.tsx'
import { PurchaseCard } from '#features/ordering/purchases/list/purchase-card.tsx'
import { purchaseColumns } from '#features/ordering/purchases/list/purchase-columns.tsx'
import { ShowNewerButton } from '#features/ordering/purchases/list/show-newer-button.tsx'
import { StatusFilter } from '#features/ordering/purchases/list/status-filter.tsx'
import { saleList, todayFilters } from '#features/ordering/purchases/sales/sales.api.ts'
import { useLiveSales } from '#features/ordering/purchases/sales/sales.live.ts'
import { type ListSearchParams, useList } from '#lib/use-list.ts'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-props.ts'
import { DayRange } from '#ui/day-range.tsx'
import { Rupiah } from '#ui/money.tsx'

const buyer: Column<SaleRow> = { key: 'membername', title: 'Member', width: 116, visibleFrom: 'md', cell: (row) => row.membername }
const brings: Column<SaleRow>[] = [
  { key: 'fee', title: 'Biaya', width: 84, numeric: true, visibleFrom: 'md', cell: (row) => <Rupiah of={row.fee} /> },
  {
    key: 'earned',
    title: 'Hasil',
    width: 92,
    numeric: true,
    visibleFrom: 'md',
    cell: (row) => row.earned !== null && <Rupiah of={row.earned} />,
  },
]

/** Columns that the list of sales does not have, for lack of room; the drawer and the CSV file contain their values. */
const leftOut = ['updateat', 'description']

/** The columns of the buyer's list, with the buyer instead of the seller, and a column for the earnings. */
const columns = purchaseColumns
  .filter(({ key }) => !leftOut.includes(key))
  .flatMap((column): Column<SaleRow>[] =>
    column.key === 'sellername' ? [buyer] : column.key === 'sellprice' ? [column, ...brings] : [column],
  )

/** The sales of the shop: filters and the list. */
export function SaleList({
  searchParams,
  onOpen,
}: {
  searchParams: ListSearchParams<typeof purchaseCalls.sellerList>
  onOpen: (row: PurchaseRow) => void
}) {
  const list = useList(saleList, searchParams, { defaultFilters: todayFilters() })
  const live = useLiveSales()
  return (
    <>
      <ShowNewerButton heard={live.heard} list={list} />
      <DataTable
        list={list}
        label="Daftar penjualan"
        columns={columns}
        card={(row) => <PurchaseCard row={row} by={row.membername} />}
        rowLink={{ label: (row) => `Detail penjualan ${row.id}`, open: onOpen }}
        rowChanges={live.changes}
        searchPlaceholder="Cari nomor, kode, reff, SN, atau pembeli"
        filters={
          <>
            <StatusFilter value={list.filters.statustrx} onChoose={(statustrx) => list.setFilters({ statustrx })} />
            <CategoryBrandSelects filters={list.filters} onFilter={list.setFilters} />
            <DayRange awal={list.filters.awal ?? ''} akhir={list.filters.akhir ?? ''} onRange={list.setFilters} />
          </>
        }
        emptyState={{
          icon: IconReceiptOff,
          title: 'Belum ada penjualan hari ini',
          hint: 'Pesanan ke toko Anda tampil di sini begitu masuk.',
        }}
        noResultsState={{ title: 'Tidak ada penjualan yang cocok', hint: 'Ubah kata kunci, filter, atau rentang tanggal.' }}
      />
    </>
  )
}
