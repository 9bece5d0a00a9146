import { IconPackageOff } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import classes from '#features/catalogue/brand-prices.module.css'
import { pricesQuery } from '#features/catalogue/catalogue.api.ts'
import type { OfferActions } from '#features/catalogue/price-card.tsx'
import { PriceGrid } from '#features/catalogue/price-grid.tsx'
import { usePriceSort } from '#features/catalogue/price-sort.ts'
import { PriceSortSelect } from '#features/catalogue/price-sort-select.tsx'
import { ProductSelect } from '#features/catalogue/product-select.tsx'
import { EmptyState } from '#ui/states.tsx'

interface BrandPricesProps {
  /** Missing until the brands are known. */
  brandid: string | undefined
  productid: string | undefined
  onProduct: (productid: string | undefined) => void
  actions: OfferActions
}

/** The prices of one brand, by product and order of the reader's choice. */
export function BrandPrices({ brandid = '', productid, onProduct, actions }: BrandPricesProps) {
  const order = usePriceSort()
  const prices = useInfiniteQuery({ ...pricesQuery({ brandid, productid, sort: order.sort }), enabled: brandid !== '' })
  return (
    <>
      <div className={classes.tools}>
        <ProductSelect key={brandid} brandid={brandid} value={productid} onChoose={onProduct} />
        <PriceSortSelect order={order} />
      </div>
      <PriceGrid
        label="Harga suplier"
        list={prices}
        actions={actions}
        empty={
          <EmptyState
            icon={IconPackageOff}
            title="Belum ada suplier yang menjual ini"
            hint="Pilih produk atau brand lain; suplier baru tampil di sini begitu mereka menjualnya."
          />
        }
      />
    </>
  )
}
