import type { MappingRow } from '@lapak/contract/ordering/buying-list'
import type { ReactNode } from 'react'
import { Quality } from '#features/catalogue/catalogue/quality.tsx'
import classes from '#features/ordering/buying-list/mapping.module.css'
import {
  BuyButton,
  MappingPrice,
  RemoveButton,
  RouteButton,
  SellerLink,
  StatusSwitch,
} from '#features/ordering/buying-list/mapping-parts.tsx'
import { OfferState } from '#features/ordering/buying-list/offer-state.tsx'
import type { MappingActions } from '#features/ordering/buying-list/use-mapping-actions.ts'
import type { Column } from '#ui/data-table-props.ts'

export const buyingListColumns = (actions: MappingActions, noteOf: (row: MappingRow) => ReactNode): Column<MappingRow>[] => [
  { key: 'id', title: 'ID', width: 72, sortable: true, from: 'md', cell: (row) => row.id.toString() },
  {
    key: 'productcode',
    title: 'Kode',
    width: 92,
    sortable: true,
    from: 'md',
    cell: (row) => <span className={classes.code}>{row.productcode}</span>,
  },
  { key: 'productname', title: 'Produk', width: 140, sortable: true, cell: (row) => row.productname },
  {
    key: 'sellername',
    title: 'Suplier',
    width: 120,
    sortable: true,
    cell: (row) => (
      <>
        <SellerLink row={row} />
        <div className={classes.narrowState}>
          <OfferState of={row.state} />
        </div>
      </>
    ),
  },
  {
    key: 'price',
    title: 'Harga',
    width: 124,
    sortable: true,
    numeric: true,
    cell: (row) => (
      <>
        <MappingPrice row={row} />
        {noteOf(row)}
      </>
    ),
  },
  { key: 'state', title: 'Keadaan', width: 112, from: 'md', cell: (row) => <OfferState of={row.state} /> },
  { key: 'quality', title: 'Kualitas', width: 124, from: 'md', cell: (row) => <Quality {...row} /> },
  { key: 'prioritas', title: 'Prioritas', width: 88, sortable: true, cell: (row) => <RouteButton row={row} actions={actions} /> },
  { key: 'status', title: 'Status', width: 122, sortable: true, cell: (row) => <StatusSwitch row={row} actions={actions} /> },
  {
    key: 'actions',
    title: 'Aksi',
    width: 124,
    cell: (row) => (
      <span className={classes.actions}>
        <BuyButton row={row} actions={actions} />
        <RemoveButton row={row} actions={actions} />
      </span>
    ),
  },
]
