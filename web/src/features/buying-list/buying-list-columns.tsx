import type { MappingRow } from '@lapak/contract/buying-list'
import classes from '#features/buying-list/mapping.module.css'
import { RemoveButton, ShopState, StatusSwitch } from '#features/buying-list/mapping-parts.tsx'
import type { MappingActions } from '#features/buying-list/use-mapping-actions.ts'
import { cut } from '#lib/format.ts'
import type { Column } from '#ui/data-table-props.ts'
import { Rupiah } from '#ui/money.tsx'

const sellerNameLength = 20

export const buyingListColumns = (actions: MappingActions): Column<MappingRow>[] => [
  { key: 'id', title: 'ID', width: 72, sortable: true, from: 'md', cell: (row) => row.id.toString() },
  { key: 'productcode', title: 'Kode', width: 88, sortable: true, cell: (row) => <span className={classes.code}>{row.productcode}</span> },
  { key: 'productname', title: 'Produk', width: 140, sortable: true, cell: (row) => row.productname },
  { key: 'brandname', title: 'Brand', width: 120, from: 'md', cell: (row) => row.brandname },
  {
    key: 'sellername',
    title: 'Suplier',
    width: 120,
    sortable: true,
    cell: (row) => (
      <span className={classes.seller} title={row.sellername}>
        {cut(row.sellername, sellerNameLength)} <ShopState open={row.statustoko} />
      </span>
    ),
  },
  { key: 'price', title: 'Harga', width: 100, sortable: true, numeric: true, cell: (row) => <Rupiah of={row.price} /> },
  { key: 'prioritas', title: 'Prioritas', width: 92, sortable: true, numeric: true, cell: (row) => row.prioritas },
  { key: 'status', title: 'Status', width: 138, sortable: true, cell: (row) => <StatusSwitch row={row} actions={actions} /> },
  { key: 'remove', title: 'Aksi', width: 60, cell: (row) => <RemoveButton row={row} actions={actions} /> },
]
