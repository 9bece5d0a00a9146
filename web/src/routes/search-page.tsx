import { IconSearch } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { MatchingFavourites } from '#features/market-data/favourites/matching-favourites.tsx'
import { useAddToList } from '#features/ordering/buying-list/use-add-to-list.ts'
import { SearchResults } from '#features/selling/search/search-results.tsx'
import { SellerGrid } from '#features/selling/sellers/seller-grid.tsx'
import { useSearchParams } from '#lib/use-search-params.ts'
import { useOfferPurchase } from '#routes/use-offer-purchase.tsx'
import { PageFrame } from '#ui/page-frame.tsx'
import { EmptyState } from '#ui/states.tsx'

const route = getRouteApi('/signed-in/cari')

/** The page with the results of a search. */
export function SearchPage() {
  const { search, replace } = useSearchParams(route.useSearch())
  const { cari, tab } = search
  const { add, adding } = useAddToList()
  const { buy, dialog } = useOfferPurchase()
  if (!cari)
    return (
      <PageFrame title="Cari">
        <EmptyState
          icon={IconSearch}
          title="Cari produk atau suplier"
          hint="Ketik nama produk, kode, nama suplier, atau nomor HP yang akan diisi di kotak pencarian, lalu tekan Enter."
        />
      </PageFrame>
    )
  return (
    <PageFrame title={`Hasil pencarian “${cari}”`}>
      <MatchingFavourites cari={cari} />
      <SearchResults
        key={cari}
        cari={cari}
        tab={tab}
        onTab={(next) => replace({ tab: next })}
        actions={{ add, adding, buy }}
        sellerGrid={(found) => <SellerGrid {...found} />}
      />
      {dialog}
    </PageFrame>
  )
}
