import { useQuery } from '@tanstack/react-query'
import { type Categories, categoriesQuery } from '#features/catalogue/catalogue/catalogue.api.ts'
import classes from '#features/catalogue/catalogue/category-brand-select.module.css'
import { allChoice, ChoiceFilter, namedChoices } from '#ui/choice-filter.tsx'

interface Chosen {
  categoryid?: string | undefined
  brandid?: string | undefined
}

/** Filters a list by category and brand. */
export function CategoryBrandSelects({ filters, onFilter }: { filters: Chosen; onFilter: (change: Chosen) => void }) {
  const categories = useQuery(categoriesQuery).data ?? []
  return (
    <>
      <ChoiceFilter
        label="Kategori"
        className={classes.select}
        value={filters.categoryid}
        choices={[
          allChoice('kategori'),
          ...namedChoices(
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
        choices={[allChoice('brand'), ...brandChoices(categories, filters)]}
        onChoose={(brandid) => onFilter({ brandid })}
      />
    </>
  )
}

function brandChoices(categories: Categories, { categoryid, brandid }: Chosen) {
  const shown = categories.filter(({ id }) => categoryid === undefined || id.toString() === categoryid)
  const groups = shown.map(({ name, brands }) => ({
    group: name,
    items: namedChoices(
      brands.map((brand) => [brand.id.toString(), brand.brandname]),
      undefined,
    ),
  }))
  const known = groups.some(({ items }) => items.some(({ value }) => value === brandid))
  return brandid === undefined || known ? groups : [...groups, { value: brandid, label: `#${brandid}` }]
}
