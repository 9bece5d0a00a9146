import { dotted } from '@lapak/contract/money'
import type { SellerSummary } from '@lapak/contract/suppliers'
import { Alert, Button, NativeSelect, Title } from '@mantine/core'
import { IconArrowsSort, IconBuildingStore, IconRefreshAlert } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SellerCard, SellerCardBones } from '#features/suppliers/seller-card.tsx'
import classes from '#features/suppliers/supplier-list.module.css'
import { type SupplierSort, sortWords } from '#features/suppliers/supplier-sorts.ts'
import { mySuppliersQuery, supplierListQuery } from '#features/suppliers/suppliers.api.ts'
import { EmptyState, ErrorState } from '#ui/states.tsx'

/** Every seller, fifty at a time. */
export function SupplierList({ sort, onSort }: { sort: SupplierSort; onSort: (sort: SupplierSort) => void }) {
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
          data={Object.entries(sortWords).map(([value, label]) => ({ value, label }))}
          onChange={(event) => onSort(event.currentTarget.value as SupplierSort)}
        />
      </div>
      <Sellers
        label="Semua suplier"
        sellers={sellers}
        error={list.error}
        stale={list.isPlaceholderData}
        onRetry={() => void list.refetch()}
        empty={<EmptyState icon={IconBuildingStore} title="Belum ada suplier" hint="Suplier yang sudah disetujui tampil di sini." />}
      />
      {list.hasNextPage && (
        <Button variant="default" className={classes.more} loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Muat lagi
        </Button>
      )}
    </>
  )
}

/** Those that the buyer's orders are routed to. */
export function MySuppliers() {
  const { data, error, refetch } = useQuery(mySuppliersQuery)
  return (
    <Sellers
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

interface SellersProps {
  label: string
  sellers: SellerSummary[] | undefined
  error: Error | null
  stale?: boolean
  onRetry: () => void
  empty: ReactNode
}

function Sellers({ label, sellers, error, stale, onRetry, empty }: SellersProps) {
  if (error && !sellers) return <ErrorState message={error.message} onRetry={onRetry} />
  if (sellers?.length === 0) return empty
  return (
    <>
      {error && <OldNews onRetry={onRetry} />}
      <ul className={classes.grid} aria-label={label} aria-busy={!sellers || stale} data-stale={stale || undefined}>
        {sellers
          ? sellers.map((seller) => (
              <li key={seller.sellerid.toString()}>
                <SellerCard seller={seller} />
              </li>
            ))
          : [1, 2, 3, 4, 5, 6].map((bone) => (
              <li key={bone}>
                <SellerCardBones />
              </li>
            ))}
      </ul>
    </>
  )
}

function OldNews({ onRetry }: { onRetry: () => void }) {
  return (
    <Alert color="red" variant="light" icon={<IconRefreshAlert size={18} />} className={classes.old} role="status">
      <span>Pembaruan terakhir gagal; status suplier yang tampil adalah yang sebelumnya.</span>
      <Button size="sm" variant="white" color="red" onClick={onRetry}>
        Coba lagi
      </Button>
    </Alert>
  )
}

/** A seller that changed its place between two pages is in both. */
const withoutTwins = (sellers: SellerSummary[]): SellerSummary[] => [
  ...new Map(sellers.map((seller) => [seller.sellerid, seller])).values(),
]
