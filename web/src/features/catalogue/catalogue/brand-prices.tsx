import { SegmentedControl } from '@mantine/core'
import { IconPackageOff } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { BrandCompared } from '#features/catalogue/catalogue/brand-compared.tsx'
import classes from '#features/catalogue/catalogue/brand-prices.module.css'
import { pricesQuery } from '#features/catalogue/catalogue/catalogue.api.ts'
import type { OfferActions } from '#features/catalogue/catalogue/price-card.tsx'
import { PriceGrid } from '#features/catalogue/catalogue/price-grid.tsx'
import { PriceSortSelect } from '#features/catalogue/catalogue/price-sort-select.tsx'
import { ProductSelect } from '#features/catalogue/catalogue/product-select.tsx'
import { type ProductView, useProductView } from '#features/catalogue/catalogue/product-view.ts'
import { usePriceSort } from '#features/catalogue/catalogue/use-price-sort.ts'
import { EmptyState } from '#ui/states.tsx'

interface BrandPricesProps {
  /** Missing until the brands are known. */
  brandid: string | undefined
  productid: string | undefined
  onProduct: (productid: string | undefined) => void
  actions: OfferActions
}

/** The prices of one brand, by product and order of the reader's choice: each product once, each seller's price, or all in a table. */
export function BrandPrices({ brandid = '', productid, onProduct, actions }: BrandPricesProps) {
  const order = usePriceSort()
  const view = useProductView()
  // Of one product there is nothing to compare but its sellers.
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

/** Each seller's price as a card of its own. */
function SellerPrices({ asked: { brandid, productid, sort }, actions, empty }: SellerPricesProps) {
  const prices = useInfiniteQuery({ ...pricesQuery({ brandid, productid, sort }), enabled: brandid !== '' })
  return <PriceGrid label="Harga suplier" list={prices} actions={actions} empty={empty} />
}
