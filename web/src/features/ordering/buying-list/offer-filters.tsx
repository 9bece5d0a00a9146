import { useQuery } from '@tanstack/react-query'
import { CategoryBrandSelects } from '#features/catalogue/catalogue/category-brand-select.tsx'
import { mySellersQuery, type OfferFilters } from '#features/ordering/buying-list/buying-list.api.ts'
import { SellerSelect } from '#ui/seller-select.tsx'

interface FilterProps {
  filters: OfferFilters
  onFilter: (change: OfferFilters) => void
  /** Further sellers as choices, in addition to the sellers in the buyer's list. */
  sellers?: { sellerid: bigint; sellername: string }[]
}

/** Filters a list by category, brand and seller. */
export function OfferFilterSelects({ filters, onFilter, sellers = [] }: FilterProps) {
  const mine = useQuery(mySellersQuery).data ?? []
  return (
    <>
      <CategoryBrandSelects filters={filters} onFilter={onFilter} />
      <SellerSelect sellers={[...mine, ...sellers]} value={filters.sellerid} onChoose={(sellerid) => onFilter({ sellerid })} />
    </>
  )
}
