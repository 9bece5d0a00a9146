import type { MappingRow } from '@lapak/contract/buying-list'
import { Button, Checkbox } from '@mantine/core'
import { IconListDetails, IconRoute } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { buyingListQuery, type OfferFilters } from '#features/buying-list/buying-list.api.ts'
import { useRowChanges } from '#features/buying-list/buying-list.live.ts'
import { buyingListColumns } from '#features/buying-list/buying-list-columns.tsx'
import classes from '#features/buying-list/mapping.module.css'
import { MappingCard } from '#features/buying-list/mapping-card.tsx'
import { OfferFilterSelects } from '#features/buying-list/offer-filters.tsx'
import { useRecentChanges } from '#features/buying-list/recent.ts'
import { type MappingActions, useMappingActions } from '#features/buying-list/use-mapping-actions.ts'
import { DataTable } from '#ui/data-table.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { EmptyState } from '#ui/states.tsx'
import { pageAsked, rememberSort, type TableSearch, tableState } from '#ui/table-state.ts'

export type BuyingListSearch = TableSearch & OfferFilters & { search?: string }

const listName = 'buying-list'
const noFilters: BuyingListSearch = { categoryid: undefined, brandid: undefined, sellerid: undefined, page: undefined }

interface ListProps extends Pick<MappingActions, 'openRoute' | 'buy'> {
  search: BuyingListSearch
  onSearch: (change: BuyingListSearch) => void
}

/** The sellers' products that this buyer's orders are routed to. */
export function BuyingList({ search, onSearch, ...ways }: ListProps) {
  const state = tableState(listName, search)
  const { categoryid, brandid, sellerid } = search
  const filters = { categoryid, brandid, sellerid }
  const list = useQuery(buyingListQuery({ search: search.search, ...filters, ...pageAsked(state) }))
  const actions = useMappingActions(ways)
  const recent = useRecentChanges()
  const changes = useRowChanges(list.data?.content)
  const narrowed = Boolean(categoryid || brandid || sellerid)
  const grouped = state.sort.startsWith('productcode,')

  function groupByProduct(wanted: boolean) {
    const sort = wanted ? 'productcode,ASC' : 'id,DESC'
    rememberSort(listName, sort)
    onSearch({ sort, page: undefined })
  }

  return (
    <DataTable<MappingRow>
      name={listName}
      label="Produk ke suplier"
      columns={buyingListColumns(actions, recent)}
      rowKey={(row) => row.id.toString()}
      card={(row) => <MappingCard row={row} actions={actions} change={recent.get(row.productmemberid)} />}
      rows={grouped ? list.data?.content.toSorted(alongRoute) : list.data?.content}
      group={
        grouped
          ? (row) => ({ key: row.productcode, head: <ProductHead row={row} onRoute={() => actions.openRoute(row.productcode)} /> })
          : undefined
      }
      total={list.data?.totalElements ?? 0}
      state={state}
      onChange={onSearch}
      error={list.error}
      onRetry={() => void list.refetch()}
      stale={list.isPlaceholderData}
      changes={changes}
      empty={
        <NoMappings searched={Boolean(search.search)} narrowed={narrowed} onReset={() => onSearch({ ...noFilters, search: undefined })} />
      }
      search={
        <SearchField
          label="Cari produk atau suplier"
          value={search.search ?? ''}
          onSearch={(text) => onSearch({ search: text || undefined, page: undefined })}
        />
      }
      filtered={narrowed}
      filters={
        <>
          <OfferFilterSelects filters={filters} onFilter={(change) => onSearch({ ...change, page: undefined })} />
          <Checkbox
            size="sm"
            className={classes.byProduct}
            label="Per produk"
            checked={grouped}
            onChange={(event) => groupByProduct(event.currentTarget.checked)}
          />
        </>
      }
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

function NoMappings({ searched, narrowed, onReset }: { searched: boolean; narrowed: boolean; onReset: () => void }) {
  if (!searched && !narrowed)
    return (
      <EmptyState
        icon={IconListDetails}
        title="Belum ada produk di daftar Anda"
        hint="Produk suplier yang ditambahkan ke daftar tampil di sini dan bisa dibeli."
        action={<Button renderRoot={(props) => <Link to="/product" {...props} />}>Cari produk</Button>}
      />
    )
  return (
    <EmptyState
      icon={IconListDetails}
      title="Tidak ada yang cocok"
      hint="Coba nama produk, kode, atau nama suplier lain."
      action={
        <Button variant="default" onClick={onReset}>
          {narrowed ? 'Hapus semua filter' : 'Hapus pencarian'}
        </Button>
      }
    />
  )
}
