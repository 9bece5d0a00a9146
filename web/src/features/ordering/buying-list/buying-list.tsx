import type { buyingListCalls, MappingRow } from '@lapak/contract/ordering/buying-list'
import { Button, Checkbox, Group } from '@mantine/core'
import { IconListDetails, IconPlayerPause, IconPlayerPlay, IconRoute, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Quality } from '#features/catalogue/catalogue/quality.tsx'
import {
  buyingList,
  buyingListIntervalMs,
  removeMapping,
  setMappingStatus,
  useRefreshLists,
} from '#features/ordering/buying-list/buying-list.api.ts'
import { useRowChanges } from '#features/ordering/buying-list/buying-list.live.ts'
import classes from '#features/ordering/buying-list/mapping.module.css'
import {
  BuyButton,
  MappingPrice,
  RemoveButton,
  RouteButton,
  SellerLink,
  StatusSwitch,
} from '#features/ordering/buying-list/mapping-parts.tsx'
import { OfferFilterSelects } from '#features/ordering/buying-list/offer-filters.tsx'
import { OfferState } from '#features/ordering/buying-list/offer-state.tsx'
import { type MappingActions, useMappingActions } from '#features/ordering/buying-list/use-mapping-actions.ts'
import { type ListSearchParams, useList } from '#lib/use-list.ts'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-props.ts'
import type { BulkAction } from '#ui/use-bulk.ts'

interface ListProps extends Pick<MappingActions, 'openRoute' | 'buy'> {
  searchParams: ListSearchParams<typeof buyingListCalls.list>
  /** Renders the note below the price of a row. */
  noteOf: (row: MappingRow) => ReactNode
}

/** The buying list: the offers to which this buyer's orders are routed. */
export function BuyingList({ searchParams, noteOf, ...ways }: ListProps) {
  const list = useList(buyingList, searchParams, { refetchInterval: buyingListIntervalMs })
  const actions = useMappingActions(ways)
  const changes = useRowChanges(list.rows)
  const grouped = list.sort.startsWith('productcode,')

  return (
    <DataTable
      list={grouped ? { ...list, rows: list.rows?.toSorted(alongRoute) } : list}
      label="Produk ke suplier"
      columns={buyingListColumns(actions, noteOf)}
      card={(row) => <MappingCard row={row} actions={actions} note={noteOf(row)} />}
      group={
        grouped
          ? (row) => ({ key: row.productcode, head: <ProductHead row={row} onRoute={() => actions.openRoute(row.productcode)} /> })
          : undefined
      }
      bulk={{ label: (row) => `${row.productname} dari ${row.sellername}`, actions: useMappingBulk() }}
      rowChanges={changes}
      searchPlaceholder="Cari produk atau suplier"
      filters={
        <>
          <OfferFilterSelects filters={list.filters} onFilter={list.setFilters} />
          <Checkbox
            size="sm"
            className={classes.byProduct}
            label="Per produk"
            checked={grouped}
            onChange={(event) => list.setSort(event.currentTarget.checked ? 'productcode,ASC' : 'id,DESC')}
          />
        </>
      }
      emptyState={{
        icon: IconListDetails,
        title: 'Belum ada produk di daftar Anda',
        hint: 'Produk suplier yang ditambahkan ke daftar tampil di sini dan bisa dibeli: satu per satu, atau semua dari satu suplier sekaligus.',
        action: (
          <Group gap="xs" justify="center">
            <Button renderRoot={(props) => <Link to="/supplier" {...props} />}>Pilih suplier</Button>
            <Button variant="default" renderRoot={(props) => <Link to="/product" {...props} />}>
              Cari produk
            </Button>
          </Group>
        ),
      }}
      noResultsState={{ title: 'Tidak ada yang cocok', hint: 'Coba nama produk, kode, atau nama suplier lain.' }}
    />
  )
}

/** Sorts the rows of one product by the priority that the buyer set. */
const alongRoute = (one: MappingRow, other: MappingRow) => (one.productcode === other.productcode ? one.prioritas - other.prioritas : 0)

function ProductHead({ row, onRoute }: { row: MappingRow; onRoute: () => void }) {
  return (
    <span className={classes.group}>
      <span>
        {row.productname} <span className={classes.code}>{row.productcode}</span>
      </span>
      <Button
        size="sm"
        variant="subtle"
        leftSection={<IconRoute size={16} aria-hidden />}
        aria-label={`Atur rute ${row.productname}`}
        onClick={onRoute}
      >
        Atur rute
      </Button>
    </span>
  )
}

/** Bulk actions on products of the list. */
function useMappingBulk(): BulkAction<MappingRow>[] {
  const settled = useRefreshLists()
  return [
    {
      label: 'Aktifkan',
      icon: IconPlayerPlay,
      question: (count) => `Aktifkan ${count} produk di daftar Anda?`,
      run: ({ id }) => setMappingStatus({ id, on: true }),
      done: (count) => `${count} produk aktif`,
      settled,
    },
    {
      label: 'Nonaktifkan',
      icon: IconPlayerPause,
      question: (count) => `Nonaktifkan ${count} produk di daftar Anda? Pesanan tidak lagi dikirim ke sana.`,
      run: ({ id }) => setMappingStatus({ id, on: false }),
      done: (count) => `${count} produk nonaktif`,
      settled,
    },
    {
      label: 'Hapus',
      icon: IconTrash,
      danger: true,
      question: (count) => `Hapus ${count} produk dari daftar Anda?`,
      run: ({ id }) => removeMapping(id),
      done: (count) => `${count} produk dihapus dari daftar`,
      settled,
    },
  ]
}

interface CardProps {
  row: MappingRow
  actions: MappingActions
  /** The note below the price of the offer. */
  note: ReactNode
}

/** A product of the list on a phone. */
function MappingCard({ row, actions, note }: CardProps) {
  return (
    <div className={classes.card}>
      <div className={classes.line}>
        <span>
          <strong>{row.productname}</strong> <span className={classes.code}>{row.productcode}</span>
        </span>
        <MappingPrice row={row} />
      </div>
      <div className={classes.line}>
        <SellerLink row={row} />
        {note}
      </div>
      <div className={classes.line}>
        <OfferState of={row.state} />
        <Quality {...row} />
      </div>
      <div className={classes.line}>
        <StatusSwitch row={row} actions={actions} />
        <span className={classes.actions}>
          <RemoveButton row={row} actions={actions} />
          <RouteButton row={row} actions={actions} />
          <BuyButton row={row} actions={actions} />
        </span>
      </div>
    </div>
  )
}

const buyingListColumns = (actions: MappingActions, noteOf: (row: MappingRow) => ReactNode): Column<MappingRow>[] => [
  { key: 'id', title: 'ID', width: 72, sortable: true, visibleFrom: 'md', cell: (row) => row.id.toString() },
  {
    key: 'productcode',
    title: 'Kode',
    width: 92,
    sortable: true,
    visibleFrom: 'md',
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
  { key: 'state', title: 'Keadaan', width: 112, visibleFrom: 'md', cell: (row) => <OfferState of={row.state} /> },
  { key: 'quality', title: 'Kualitas', width: 124, visibleFrom: 'md', cell: (row) => <Quality {...row} /> },
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
