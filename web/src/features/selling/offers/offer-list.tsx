import type { offerCalls } from '@lapak/contract/selling/offers'
import { ActionIcon, Button, Text } from '@mantine/core'
import { IconEdit, IconFileTypeCsv, IconPackageOff, IconPlus, IconRefresh, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { CategoryBrandSelects } from '#features/catalogue/catalogue/category-brand-select.tsx'
import {
  BuyPriceCell,
  CheckCodeCell,
  CutoffCell,
  DisturbedCell,
  PromoPriceCell,
  SellPriceCell,
  StatusCell,
  StockCell,
  SupplierCodeCell,
} from '#features/selling/offers/edit-cells.tsx'
import { rankText } from '#features/selling/offers/offer-labels.ts'
import { BelowCostBadge, OfferCard, ShopState } from '#features/selling/offers/offer-parts.tsx'
import {
  type BulkBody,
  type Offer,
  type OfferFilters,
  offerList,
  useRemoveOffer,
  useSyncPrices,
} from '#features/selling/offers/offers.api.ts'
import { type ListSearchParams, useList } from '#lib/use-list.ts'
import { allChoice, ChoiceFilter } from '#ui/choice-filter.tsx'
import { openConfirmation } from '#ui/confirm.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-props.ts'
import classes from '#ui/list-parts.module.css'

const AddOfferDialog = lazy(() =>
  import('#features/selling/offers/add-offer-dialog.tsx').then((module) => ({ default: module.AddOfferDialog })),
)
const BulkDialog = lazy(() => import('#features/selling/offers/bulk-dialog.tsx').then((module) => ({ default: module.BulkDialog })))
const ImportDialog = lazy(() => import('#features/selling/offers/import-dialog.tsx').then((module) => ({ default: module.ImportDialog })))
const OfferDrawer = lazy(() => import('#features/selling/offers/offer-drawer.tsx').then((module) => ({ default: module.OfferDrawer })))
const SyncDialog = lazy(() => import('#features/selling/offers/sync-dialog.tsx').then((module) => ({ default: module.SyncDialog })))

interface OfferListProps {
  searchParams: ListSearchParams<typeof offerCalls.list>
  /** The id of the offer that is open over the list. */
  opened: string | undefined
  onOpen: (id: string | undefined) => void
  /** Whether the seller's own server provides a price list. */
  hasPriceList: boolean
}

/** Which offers a bulk change applies to. */
interface Changing {
  of: Pick<BulkBody, 'ids' | 'filter' | 'all'>
  count: number
}

/** The dialog that is open; for a bulk change, together with its offers. */
type Doing = 'add' | 'sync' | 'import' | Changing

/** The filters of the list as the bulk call expects them. */
function found({ search, brandid, categoryid, status, perhatian }: OfferFilters): Changing['of'] {
  const filter: NonNullable<BulkBody['filter']> = {
    ...(search && { search }),
    ...(perhatian && { perhatian }),
    ...(brandid && { brandid: Number(brandid) }),
    ...(categoryid && { categoryid: Number(categoryid) }),
    ...(status && { status: status === '1' ? (1 as const) : (0 as const) }),
  }
  return Object.keys(filter).length === 0 ? { all: true } : { filter }
}

/** The offers of the shop with their prices. */
export function OfferList({ searchParams, opened, onOpen, hasPriceList }: OfferListProps) {
  const list = useList(offerList, searchParams)
  const [doing, setDoing] = useState<Doing>()
  const remove = useRemoveOffer()
  const sync = useSyncPrices()
  const end = () => setDoing(undefined)
  const confirmRemove = ({ id, productname, productcode }: Offer) =>
    openConfirmation({
      question: `Hapus ${productname} (${productcode}) dari toko Anda? Harga khususnya ikut berakhir, dan pembeli tidak lagi menemukannya.`,
      danger: true,
      onYes: () => remove.mutate(id, { onSuccess: () => onOpen(undefined) }),
    })
  const syncPrices = () => {
    setDoing('sync')
    sync.mutate()
  }
  const addButton = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setDoing('add')}>
      Tambah produk
    </Button>
  )
  return (
    <>
      <div className={classes.top}>
        {addButton}
        <Button
          variant="default"
          leftSection={<IconRefresh size={18} />}
          disabled={!hasPriceList}
          aria-describedby={hasPriceList ? undefined : 'no-price-list'}
          onClick={syncPrices}
        >
          Sinkron harga
        </Button>
        <Button variant="default" leftSection={<IconFileTypeCsv size={18} />} onClick={() => setDoing('import')}>
          Impor CSV
        </Button>
        {list.total > 0 && (
          <Button
            variant="default"
            leftSection={<IconEdit size={18} />}
            onClick={() => setDoing({ of: found(list.filters), count: list.total })}
          >
            Ubah massal
          </Button>
        )}
      </div>
      {!hasPriceList && (
        <Text id="no-price-list" size="sm" c="dimmed">
          Server OtomaX tidak punya daftar harga untuk disinkron. Isi harga beli di kolom Harga beli, lewat Ubah massal, atau Impor CSV.
        </Text>
      )}
      <DataTable
        list={list}
        label="Daftar produk"
        columns={offerColumns(confirmRemove)}
        card={(row) => <OfferCard offer={row} />}
        rowLink={{ label: (row) => `Produk ${row.productcode}`, open: (row) => onOpen(row.id.toString()) }}
        bulk={{
          label: (row) => row.productcode,
          actions: [
            {
              label: 'Ubah massal',
              icon: IconEdit,
              openDialog: (rows) => setDoing({ of: { ids: rows.map((row) => Number(row.id)) }, count: rows.length }),
            },
          ],
        }}
        searchPlaceholder="Cari kode, nama, brand, atau kode suplier"
        filters={<OfferFilterBar filters={list.filters} onFilter={list.setFilters} />}
        emptyState={{
          icon: IconPackageOff,
          title: 'Toko Anda belum menjual apa pun',
          hint: 'Tambahkan produk pertama, lalu pembeli menemukannya di katalog.',
          action: addButton,
        }}
        noResultsState={{ title: 'Tidak ada produk yang cocok', hint: 'Ubah kata kunci atau filter.' }}
      />
      <Suspense>
        {doing === 'add' && <AddOfferDialog onClose={end} />}
        {doing === 'sync' && <SyncDialog sync={sync} onClose={end} />}
        {doing === 'import' && <ImportDialog onClose={end} />}
        {typeof doing === 'object' && <BulkDialog {...doing} onClose={end} />}
        <OfferDrawer id={opened} onClose={() => onOpen(undefined)} confirmRemove={confirmRemove} />
      </Suspense>
    </>
  )
}

function OfferFilterBar({ filters, onFilter }: { filters: OfferFilters; onFilter: (change: OfferFilters) => void }) {
  return (
    <>
      <CategoryBrandSelects filters={filters} onFilter={onFilter} />
      <ChoiceFilter
        label="Status"
        value={filters.status}
        choices={[allChoice('status'), { value: '1', label: 'Buka' }, { value: '0', label: 'Tutup' }]}
        onChoose={(status) => onFilter({ status })}
      />
      <ChoiceFilter
        label="Harga"
        value={filters.perhatian}
        choices={[allChoice('harga'), { value: 'bukantermurah', label: 'Bukan termurah' }, { value: 'rugi', label: 'Di bawah modal' }]}
        onChoose={(perhatian) => onFilter({ perhatian })}
      />
    </>
  )
}

/** The columns: the fields of an offer in the order of S-PROD-01, then further fields that the seller sets, then the computed fields. */
const offerColumns = (confirmRemove: (offer: Offer) => void): Column<Offer>[] => [
  { key: 'brandname', title: 'Brand', width: 110, sortable: true, visibleFrom: 'md', cell: (row) => row.brandname },
  { key: 'productcode', title: 'Kode produk', width: 112, sortable: true, cell: (row) => row.productcode },
  { key: 'productname', title: 'Nama produk', width: 150, sortable: true, cell: (row) => row.productname },
  {
    key: 'kodesupplier',
    title: 'Kode suplier',
    width: 112,
    sortable: true,
    visibleFrom: 'md',
    cell: (row) => <SupplierCodeCell offer={row} />,
  },
  {
    key: 'sellprice',
    title: 'Harga jual',
    width: 128,
    sortable: true,
    numeric: true,
    cell: (row) => (
      <>
        <SellPriceCell offer={row} />
        <BelowCostBadge offer={row} />
      </>
    ),
  },
  {
    key: 'discount',
    title: 'Harga promo',
    width: 122,
    sortable: true,
    numeric: true,
    cell: (row) => <PromoPriceCell offer={row} />,
  },
  { key: 'stok', title: 'Stok', width: 108, numeric: true, cell: (row) => <StockCell offer={row} /> },
  { key: 'status', title: 'Status', width: 108, sortable: true, cell: (row) => <StatusCell offer={row} /> },
  { key: 'statustoko', title: 'Status toko', width: 100, visibleFrom: 'md', cell: (row) => <ShopState open={row.statustoko} /> },
  { key: 'buyprice', title: 'Harga beli', width: 118, sortable: true, numeric: true, cell: (row) => <BuyPriceCell offer={row} /> },
  { key: 'peringkat', title: 'Peringkat', width: 132, cell: rankText },
  { key: 'gangguan', title: 'Gangguan', width: 104, visibleFrom: 'md', cell: (row) => <DisturbedCell offer={row} /> },
  { key: 'cutoff', title: 'Cut-off', width: 116, visibleFrom: 'md', cell: (row) => <CutoffCell offer={row} /> },
  { key: 'kodecek', title: 'Kode cek nama', width: 112, visibleFrom: 'md', cell: (row) => <CheckCodeCell offer={row} /> },
  {
    key: 'actions',
    title: 'Aksi',
    width: 60,
    cell: (row) => (
      <ActionIcon
        color="red"
        aria-label={`Hapus ${row.productcode}`}
        onClick={(event) => {
          event.stopPropagation()
          confirmRemove(row)
        }}
      >
        <IconTrash size={18} />
      </ActionIcon>
    ),
  },
]
