import { useQuery } from '@tanstack/react-query'
import { mySellersQuery, type OfferFilters } from '#features/buying-list/buying-list.api.ts'
import classes from '#features/buying-list/offer-filters.module.css'
import { type Categories, categoriesQuery } from '#features/catalogue/catalogue.api.ts'
import { ChoiceFilter } from '#ui/choice-filter.tsx'

interface FilterProps {
  filters: OfferFilters
  onFilter: (change: OfferFilters) => void
  /** Sellers outside of the buyer's list that can be chosen as well. */
  sellers?: { sellerid: bigint; sellername: string }[]
}

/** Narrows a list to a category, a brand of it, or a seller. */
export function OfferFilterSelects({ filters, onFilter, sellers = [] }: FilterProps) {
  const categories = useQuery(categoriesQuery).data ?? []
  const mine = useQuery(mySellersQuery).data ?? []
  return (
    <>
      <ChoiceFilter
        label="Kategori"
        className={classes.select}
        value={filters.categoryid}
        choices={[
          all('kategori'),
          ...choices(
            categories.map(({ id, name }) => [id.toString(), name]),
            filters.categoryid,
          ),
        ]}
        onChoose={(categoryid) => onFilter({ categoryid, brandid: undefined })}
      />
      <ChoiceFilter
        label="Brand"
        className={classes.select}
        value={filters.brandid}
        choices={[all('brand'), ...brandChoices(categories, filters)]}
        onChoose={(brandid) => onFilter({ brandid })}
      />
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
      choices={[all('suplier'), ...choices([...names], value)]}
      onChoose={onChoose}
    />
  )
}

const all = (what: string) => ({ value: '', label: `Semua ${what}` })

/** By name; what the address names is there before its name is known. */
function choices(named: (readonly [string, string])[], chosen: string | undefined) {
  const known = chosen === undefined || named.some(([value]) => value === chosen)
  return [...named, ...(known ? [] : [[chosen, `#${chosen}`] as const])]
    .map(([value, label]) => ({ value, label }))
    .sort((one, other) => one.label.localeCompare(other.label, 'id'))
}

function brandChoices(categories: Categories, { categoryid, brandid }: OfferFilters) {
  const shown = categories.filter(({ id }) => categoryid === undefined || id.toString() === categoryid)
  const groups = shown.map(({ name, brands }) => ({
    group: name,
    items: choices(
      brands.map((brand) => [brand.id.toString(), brand.brandname]),
      undefined,
    ),
  }))
  const known = groups.some(({ items }) => items.some(({ value }) => value === brandid))
  return brandid === undefined || known ? groups : [...groups, { value: brandid, label: `#${brandid}` }]
}
