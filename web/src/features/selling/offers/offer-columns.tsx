import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
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
import { BelowCost, ShopState } from '#features/selling/offers/offer-parts.tsx'
import type { Offer } from '#features/selling/offers/offers.api.ts'
import type { Column } from '#ui/data-table-props.ts'

/** The fields of an offer in the order of S-PROD-01, then what a seller decides besides and what they come to. */
export const offerColumns = (askRemove: (offer: Offer) => void): Column<Offer>[] => [
  { key: 'brandname', title: 'Brand', width: 110, sortable: true, from: 'md', cell: (row) => row.brandname },
  { key: 'productcode', title: 'Kode produk', width: 112, sortable: true, cell: (row) => row.productcode },
  { key: 'productname', title: 'Nama produk', width: 150, sortable: true, cell: (row) => row.productname },
  {
    key: 'kodesupplier',
    title: 'Kode suplier',
    width: 112,
    sortable: true,
    from: 'md',
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
        <BelowCost offer={row} />
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
  { key: 'statustoko', title: 'Status toko', width: 100, from: 'md', cell: (row) => <ShopState open={row.statustoko} /> },
  { key: 'buyprice', title: 'Harga beli', width: 118, sortable: true, numeric: true, cell: (row) => <BuyPriceCell offer={row} /> },
  { key: 'peringkat', title: 'Peringkat', width: 132, cell: rankText },
  { key: 'gangguan', title: 'Gangguan', width: 104, from: 'md', cell: (row) => <DisturbedCell offer={row} /> },
  { key: 'cutoff', title: 'Cut-off', width: 116, from: 'md', cell: (row) => <CutoffCell offer={row} /> },
  { key: 'kodecek', title: 'Kode cek nama', width: 112, from: 'md', cell: (row) => <CheckCodeCell offer={row} /> },
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
          askRemove(row)
        }}
      >
        <IconTrash size={18} />
      </ActionIcon>
    ),
  },
]
