import { dotted } from '@lapak/contract/shared/money'
import { SegmentedControl, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronDown, IconPackageOff } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import classes from '#features/catalogue/catalogue/brand-prices.module.css'
import { compareQuery, pricesQuery } from '#features/catalogue/catalogue/catalogue.api.ts'
import { CompareCard } from '#features/catalogue/catalogue/compare-card.tsx'
import { CompareTable } from '#features/catalogue/catalogue/compare-table.tsx'
import type { OfferActions } from '#features/catalogue/catalogue/price-card.tsx'
import { PriceGrid } from '#features/catalogue/catalogue/price-grid.tsx'
import { PriceSortSelect } from '#features/catalogue/catalogue/price-sort-select.tsx'
import type { ProductSelectProps } from '#features/catalogue/catalogue/product-choice.tsx'
import { usePriceSort } from '#features/catalogue/catalogue/use-price-sort.ts'
import { useStored } from '#lib/browser-storage.ts'
import { CardGrid } from '#ui/card-grid.tsx'
import { deferredComponent } from '#ui/lazy.tsx'
import { LoadMore } from '#ui/load-more.tsx'
import { fromMdQuery } from '#ui/media-queries.ts'
import { StaleNotice } from '#ui/stale-notice.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { usePlaceholderField } from '#ui/use-placeholder-field.tsx'

interface BrandPricesProps {
  /** Undefined until the brands are loaded. */
  brandid: string | undefined
  productid: string | undefined
  onProduct: (productid: string | undefined) => void
  actions: OfferActions
}

/** The prices of one brand, filtered by product and sorted as selected. The view shows one card per product, one card per offer, or a table. */
export function BrandPrices({ brandid = '', productid, onProduct, actions }: BrandPricesProps) {
  const order = usePriceSort()
  const view = useProductView()
  // If a product is selected, only its sellers are left to compare.
  const shown = productid ? 'suplier' : view.shown
  const empty = (
    <EmptyState
      icon={IconPackageOff}
      title="Belum ada suplier yang menjual ini"
      hint="Pilih produk atau brand lain; suplier baru tampil di sini begitu mereka menjualnya."
    />
  )
  return (
    <>
      <div className={classes.tools}>
        <ProductSelect key={brandid} brandid={brandid} value={productid} onChoose={onProduct} />
        <PriceSortSelect order={order} />
      </div>
      <SegmentedControl
        className={classes.view}
        size="sm"
        aria-label="Tampilan"
        data={view.choices}
        value={shown}
        onChange={(chosen) => {
          view.choose(chosen as ProductView)
          if (productid && chosen !== 'suplier') onProduct(undefined)
        }}
      />
      {shown === 'suplier' ? (
        <SellerPrices asked={{ brandid, productid, sort: order.sort }} actions={actions} empty={empty} />
      ) : (
        <BrandCompared
          brandid={brandid}
          sort={order.sort}
          form={shown === 'tabel' ? 'table' : 'cards'}
          actions={actions}
          onAll={onProduct}
          empty={empty}
        />
      )}
    </>
  )
}

interface SellerPricesProps {
  asked: { brandid: string; productid: string | undefined; sort: string }
  actions: OfferActions
  empty: ReactNode
}

/** One card per offer. */
function SellerPrices({ asked: { brandid, productid, sort }, actions, empty }: SellerPricesProps) {
  const prices = useInfiniteQuery({ ...pricesQuery({ brandid, productid, sort }), enabled: brandid !== '' })
  return <PriceGrid label="Harga suplier" list={prices} actions={actions} empty={empty} />
}

const ProductChoice = deferredComponent(async () => (await import('#features/catalogue/catalogue/product-choice.tsx')).ProductChoice)

/** The select component is loaded after the page; a placeholder of the field is shown until then. */
function ProductSelect(props: ProductSelectProps) {
  const shown = props.value ? '' : 'Semua produk'
  const { field, pressed } = usePlaceholderField({ label: 'Produk', rightSection: <IconChevronDown size={16} aria-hidden />, value: shown })
  return <ProductChoice eager={pressed} fallback={field} pressed={pressed} {...props} />
}

type ProductView = 'produk' | 'suplier' | 'tabel'

/** The view of a brand's prices, stored in this browser. The table view is available on desktops only. */
function useProductView() {
  const desk = useMediaQuery(fromMdQuery, undefined, { getInitialValueInEffect: false })
  const [chosen, choose] = useStored<ProductView>('product-view', 'produk')
  const choices: { value: ProductView; label: string }[] = [
    { value: 'produk', label: 'Per produk' },
    { value: 'suplier', label: 'Per suplier' },
    ...(desk ? [{ value: 'tabel' as const, label: 'Tabel' }] : []),
  ]
  const shown: ProductView = choices.some(({ value }) => value === chosen) ? chosen : 'produk'
  return { shown, choose, choices }
}

// — Brand compared

interface BrandComparedProps {
  /** Empty until the brands are loaded. */
  brandid: string
  sort: string
  form: 'cards' | 'table'
  actions: OfferActions
  /** Called to show the cards of all sellers of this product. */
  onAll: (productid: string) => void
  empty: ReactNode
}

/** One entry per product of the brand, with its sellers. */
function BrandCompared({ brandid, sort, form, actions, onAll, empty }: BrandComparedProps) {
  const list = useInfiniteQuery({ ...compareQuery({ brandid, sort, form }), enabled: brandid !== '' })
  const { data, error, isPlaceholderData: stale, refetch } = list
  if (!data)
    return error ? (
      <ErrorState title="Harga belum bisa ditampilkan" message={error.message} onRetry={() => void refetch()} />
    ) : (
      <TextSkeleton />
    )
  const products = data.pages.flatMap(({ content }) => content)
  if (products.length === 0) return empty
  return (
    <>
      {error && !list.isFetchNextPageError && <StaleNotice onRetry={() => void refetch()} />}
      {form === 'table' ? (
        <CompareTable products={products} label="Perbandingan harga" stale={stale} actions={actions} />
      ) : (
        <CardGrid minCardWidth={320} stale={stale} aria-label="Produk">
          {products.map((product) => (
            <li key={product.id.toString()}>
              <CompareCard product={product} actions={actions} onAll={() => onAll(product.id.toString())} />
            </li>
          ))}
        </CardGrid>
      )}
      <LoadMore list={list}>
        {dotted(products.length)} dari {dotted(data.pages[0]?.totalElements ?? 0)} produk
      </LoadMore>
    </>
  )
}

function TextSkeleton() {
  return (
    <CardGrid minCardWidth={320} aria-busy>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((bone) => (
        <Skeleton key={bone} component="li" height={300} radius={12} />
      ))}
    </CardGrid>
  )
}
