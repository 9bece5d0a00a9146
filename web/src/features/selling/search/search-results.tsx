import type { SellerSummary } from '@lapak/contract/selling/sellers'
import { dotted } from '@lapak/contract/shared/money'
import { Tabs } from '@mantine/core'
import { IconBuildingStore, IconPackageOff } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { OfferActions } from '#features/catalogue/catalogue/price-card.tsx'
import { PriceGrid } from '#features/catalogue/catalogue/price-grid.tsx'
import { PriceSortSelect } from '#features/catalogue/catalogue/price-sort-select.tsx'
import { usePriceSort } from '#features/catalogue/catalogue/use-price-sort.ts'
import { foundProductsQuery, foundSellersQuery } from '#features/selling/search/search.api.ts'
import classes from '#features/selling/search/search-results.module.css'
import { LoadMore } from '#ui/load-more.tsx'
import tabs from '#ui/page-tabs.module.css'
import { EmptyState } from '#ui/states.tsx'

export type ResultTab = 'product' | 'seller'

interface SearchResultsProps {
  cari: string
  /** Undefined until a tab is selected. */
  tab: ResultTab | undefined
  onTab: (tab: ResultTab) => void
  actions: OfferActions
  sellerGrid: (found: FoundSellers) => ReactNode
}

interface FoundSellers {
  label: string
  /** Undefined while loading. */
  sellers: SellerSummary[] | undefined
  error: Error | null
  onRetry: () => void
  empty: ReactNode
}

/** Search results for products and for sellers. */
export function SearchResults({ cari, tab, onTab, actions, sellerGrid }: SearchResultsProps) {
  const order = usePriceSort()
  const products = useInfiniteQuery(foundProductsQuery(cari, order.sort))
  const sellers = useInfiniteQuery(foundSellersQuery(cari))
  const productTotal = products.data?.pages[0]?.totalElements
  const sellerTotal = sellers.data?.pages[0]?.totalElements
  // If only sellers match, the tab of sellers is shown first.
  const shown = tab ?? (productTotal === 0 && sellerTotal ? 'seller' : 'product')

  return (
    <Tabs
      value={shown}
      onChange={(value) => onTab(value === 'seller' ? 'seller' : 'product')}
      keepMounted={false}
      classNames={{ tab: tabs.tab, panel: tabs.panel }}
    >
      <Tabs.List>
        <Tabs.Tab value="product">
          Product <Count of={productTotal} />
        </Tabs.Tab>
        <Tabs.Tab value="seller">
          Seller <Count of={sellerTotal} />
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="product">
        {productTotal !== 0 && (
          <div className={classes.tools}>
            <PriceSortSelect order={order} />
          </div>
        )}
        <PriceGrid
          label="Produk yang ditemukan"
          list={products}
          actions={actions}
          empty={
            <EmptyState
              icon={IconPackageOff}
              title="Produk tidak ditemukan"
              hint="Coba nama produk, kode, operator, atau nomor HP yang akan diisi."
            />
          }
        />
      </Tabs.Panel>
      <Tabs.Panel value="seller">
        {sellerGrid({
          label: 'Suplier yang ditemukan',
          sellers: sellers.data?.pages.flatMap(({ content }) => content),
          error: sellers.isFetchNextPageError ? null : sellers.error,
          onRetry: () => void sellers.refetch(),
          empty: (
            <EmptyState icon={IconBuildingStore} title="Suplier tidak ditemukan" hint="Periksa ejaan namanya, atau lihat tab Product." />
          ),
        })}
        <LoadMore list={sellers} />
      </Tabs.Panel>
    </Tabs>
  )
}

function Count({ of: count }: { of: number | undefined }) {
  return <span>({count === undefined ? '…' : dotted(count)})</span>
}
