import type { buyingListCalls, MappingRow } from '@lapak/contract/ordering/buying-list'
import { Button, Checkbox, Group } from '@mantine/core'
import { IconListDetails, IconRoute } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buyingList, refreshEvery } from '#features/ordering/buying-list/buying-list.api.ts'
import { useRowChanges } from '#features/ordering/buying-list/buying-list.live.ts'
import { buyingListColumns } from '#features/ordering/buying-list/buying-list-columns.tsx'
import classes from '#features/ordering/buying-list/mapping.module.css'
import { MappingCard } from '#features/ordering/buying-list/mapping-card.tsx'
import { OfferFilterSelects } from '#features/ordering/buying-list/offer-filters.tsx'
import { type MappingActions, useMappingActions } from '#features/ordering/buying-list/use-mapping-actions.ts'
import { useMappingBulk } from '#features/ordering/buying-list/use-mapping-bulk.ts'
import { type ListAddress, useList } from '#lib/use-list.ts'
import { DataTable } from '#ui/data-table.tsx'

interface ListProps extends Pick<MappingActions, 'openRoute' | 'buy'> {
  at: ListAddress<typeof buyingListCalls.list>
  /** What is said below the price of a row. */
  noteOf: (row: MappingRow) => ReactNode
}

/** The sellers' products that this buyer's orders are routed to. */
export function BuyingList({ at, noteOf, ...ways }: ListProps) {
  const list = useList(buyingList, at, { every: refreshEvery })
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
      changes={changes}
      searchFor="Cari produk atau suplier"
      filters={
        <>
          <OfferFilterSelects filters={list.filters} onFilter={list.filter} />
          <Checkbox
            size="sm"
            className={classes.byProduct}
            label="Per produk"
            checked={grouped}
            onChange={(event) => list.sortBy(event.currentTarget.checked ? 'productcode,ASC' : 'id,DESC')}
          />
        </>
      }
      nothing={{
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
      noMatch={{ title: 'Tidak ada yang cocok', hint: 'Coba nama produk, kode, atau nama suplier lain.' }}
    />
  )
}

/** Rows of a page stay with their product, in the order that the buyer gave its sellers. */
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
