import type { SellerSummary } from '@lapak/contract/selling/sellers'
import { dotted } from '@lapak/contract/shared/money'
import { Button, NativeSelect, Title } from '@mantine/core'
import { IconArrowsSort, IconBuildingStore } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { SellerGrid } from '#features/selling/sellers/seller-grid.tsx'
import classes from '#features/selling/sellers/seller-list.module.css'
import { type SellerSort, sortLabels } from '#features/selling/sellers/seller-sorts.ts'
import { mySuppliersQuery, supplierListQuery } from '#features/selling/sellers/sellers.api.ts'
import { LoadMore } from '#ui/load-more.tsx'
import { EmptyState } from '#ui/states.tsx'

/** All sellers, fifty per page. */
export function SellerList({ sort, onSort }: { sort: SellerSort; onSort: (sort: SellerSort) => void }) {
  const list = useInfiniteQuery(supplierListQuery(sort))
  const sellers = list.data && withoutTwins(list.data.pages.flatMap(({ content }) => content))
  const total = list.data?.pages.at(-1)?.totalElements
  return (
    <>
      <div className={classes.tools}>
        <Title order={2}>Semua suplier{total !== undefined && <span className={classes.count}>{dotted(total)}</span>}</Title>
        <NativeSelect
          size="sm"
          className={classes.sort}
          aria-label="Urutkan"
          leftSection={<IconArrowsSort size={16} />}
          value={sort}
          data={Object.entries(sortLabels).map(([value, label]) => ({ value, label }))}
          onChange={(event) => onSort(event.currentTarget.value as SellerSort)}
        />
      </div>
      <SellerGrid
        label="Semua suplier"
        sellers={sellers}
        error={list.isFetchNextPageError ? null : list.error}
        stale={list.isPlaceholderData}
        onRetry={() => void list.refetch()}
        empty={<EmptyState icon={IconBuildingStore} title="Belum ada suplier" hint="Suplier yang sudah disetujui tampil di sini." />}
      />
      <LoadMore list={list} />
    </>
  )
}

/** The sellers to which the buyer's orders are routed. */
export function MySellers() {
  const { data, error, refetch } = useQuery(mySuppliersQuery)
  return (
    <SellerGrid
      label="Suplier saya"
      sellers={data}
      error={error}
      onRetry={() => void refetch()}
      empty={
        <EmptyState
          icon={IconBuildingStore}
          title="Belum ada suplier di daftar Anda"
          hint="Suplier yang produknya Anda tambahkan ke daftar Produk tampil di sini."
          action={<Button renderRoot={(props) => <Link to="/supplier" search={{}} {...props} />}>Lihat semua suplier</Button>}
        />
      }
    />
  )
}

/** Removes duplicates: a seller that moved between two pages while the pages were loaded is contained in both pages. */
const withoutTwins = (sellers: SellerSummary[]): SellerSummary[] => [
  ...new Map(sellers.map((seller) => [seller.sellerid, seller])).values(),
]
