import { IconPackageOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { BrandBrowser } from '#features/catalogue/catalogue/brand-browser.tsx'
import { BrandPrices } from '#features/catalogue/catalogue/brand-prices.tsx'
import { categoriesQuery } from '#features/catalogue/catalogue/catalogue.api.ts'
import { useAddToList } from '#features/ordering/buying-list/use-add-to-list.ts'
import { useSearchParams } from '#lib/use-search-params.ts'
import classes from '#routes/product-page.module.css'
import { useOfferPurchase } from '#routes/use-offer-purchase.tsx'
import { PageFrame } from '#ui/page-frame.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'

const route = getRouteApi('/signed-in/product')

/** The page of the products of one brand, with the prices of all sellers. */
export function ProductPage() {
  const { search, replace } = useSearchParams(route.useSearch())
  const categories = useQuery(categoriesQuery)
  const { add, adding } = useAddToList()
  const { buy, dialog } = useOfferPurchase()

  const brands = categories.data?.flatMap((category) => category.brands)
  const brand = search.brandid ? brands?.find(({ id }) => id.toString() === search.brandid) : brands?.[0]

  if (!categories.data && categories.error)
    return (
      <PageFrame title="Produk" wide>
        <ErrorState message={categories.error.message} onRetry={() => void categories.refetch()} />
      </PageFrame>
    )
  return (
    <PageFrame title="Produk" wide>
      <div className={classes.layout}>
        <BrandBrowser categories={categories.data} brand={brand} />
        <section className={classes.prices} aria-label={brand ? `Harga ${brand.brandname}` : 'Harga'}>
          {brands?.length === 0 ? (
            <EmptyState icon={IconPackageOff} title="Belum ada produk" hint="Kategori dan brand belum diisi. Coba lagi nanti." />
          ) : brands && !brand ? (
            <EmptyState icon={IconPackageOff} title="Brand ini tidak ada" hint="Pilih brand lain dari daftar kategori." />
          ) : (
            <BrandPrices
              brandid={brand?.id.toString()}
              productid={search.productid}
              onProduct={(productid) => replace({ productid })}
              actions={{ add, adding, buy }}
            />
          )}
        </section>
      </div>
      {dialog}
    </PageFrame>
  )
}
