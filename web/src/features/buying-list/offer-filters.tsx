import { useQuery } from '@tanstack/react-query'
import { mySellersQuery, type OfferFilters } from '#features/buying-list/buying-list.api.ts'
import classes from '#features/buying-list/offer-filters.module.css'
import { CategoryBrandSelects } from '#features/catalogue/category-brand-select.tsx'
import { allOf, ChoiceFilter, namedChoices } from '#ui/choice-filter.tsx'

interface FilterProps {
  filters: OfferFilters
  onFilter: (change: OfferFilters) => void
  /** Sellers outside of the buyer's list that can be chosen as well. */
  sellers?: { sellerid: bigint; sellername: string }[]
}

/** Narrows a list to a category, a brand of it, or a seller. */
export function OfferFilterSelects({ filters, onFilter, sellers = [] }: FilterProps) {
  const mine = useQuery(mySellersQuery).data ?? []
  return (
    <>
      <CategoryBrandSelects filters={filters} onFilter={onFilter} />
      <SellerSelect sellers={[...mine, ...sellers]} value={filters.sellerid} onChoose={(sellerid) => onFilter({ sellerid })} />
    </>
  )
}

interface SellerProps {
  sellers: { sellerid: bigint; sellername: string }[]
  value: string | undefined
  onChoose: (sellerid: string | undefined) => void
}

export function SellerSelect({ sellers, value, onChoose }: SellerProps) {
  const names = new Map(sellers.map(({ sellerid, sellername }) => [sellerid.toString(), sellername]))
  return (
    <ChoiceFilter
      label="Suplier"
      className={classes.select}
      value={value}
      choices={[allOf('suplier'), ...namedChoices([...names], value)]}
      onChoose={onChoose}
    />
  )
}
