import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { BrandMark } from '#features/catalogue/catalogue/brand-mark.tsx'
import type { Categories } from '#features/catalogue/catalogue/catalogue.api.ts'
import classes from '#features/catalogue/catalogue/category-tree.module.css'
import { SearchField } from '#ui/search-field.tsx'

interface CategoryTreeProps {
  categories: Categories
  /** The selected brand. */
  brandid: bigint | undefined
  onChosen?: (() => void) | undefined
}

/**
 * Categories that expand to show their brands. At first only the category of the selected brand is expanded; a search expands every category with a
 * match.
 */
export function CategoryTree({ categories, brandid, onChosen }: CategoryTreeProps) {
  const [typed, setTyped] = useState('')
  const [toggled, setToggled] = useState<ReadonlyMap<bigint, boolean>>(new Map())
  const ofBrand = categories.find(({ brands }) => brands.some(({ id }) => id === brandid))?.id
  const shown = typed ? matching(categories, typed) : categories
  return (
    <>
      <div className={classes.search}>
        <SearchField value={typed} label="Cari kategori atau brand" wide onSearch={setTyped} />
      </div>
      <ul>
        {shown.map((category) => {
          const open = typed !== '' || (toggled.get(category.id) ?? category.id === ofBrand)
          return (
            <li key={category.id}>
              <UnstyledButton
                className={classes.category}
                aria-expanded={open}
                aria-controls={listOf(category)}
                onClick={() => setToggled(new Map(toggled).set(category.id, !open))}
              >
                {category.name}
                <IconChevronDown size={18} aria-hidden className={classes.arrow} />
              </UnstyledButton>
              <Brands category={category} open={open} brandid={brandid} onChosen={onChosen} />
            </li>
          )
        })}
        {shown.length === 0 && <li className={classes.none}>{typed ? 'Tidak ada yang cocok' : 'Belum ada kategori'}</li>}
      </ul>
    </>
  )
}

type Category = Categories[number]

const listOf = ({ id }: Category) => `kategori-${id}`

/** The categories that match the search with all their brands, and the matching brands of all other categories. */
function matching(categories: Categories, typed: string): Categories {
  const words = typed.toLowerCase().split(/\s+/)
  const isMeant = (name: string) => words.every((word) => name.toLowerCase().includes(word))
  return categories
    .map((category) =>
      isMeant(category.name) ? category : { ...category, brands: category.brands.filter((brand) => isMeant(brand.brandname)) },
    )
    .filter((category) => category.brands.length > 0 || isMeant(category.name))
}

interface BrandsProps extends Pick<CategoryTreeProps, 'brandid' | 'onChosen'> {
  category: Category
  open: boolean
}

function Brands({ category, open, brandid, onChosen }: BrandsProps) {
  return (
    <ul id={listOf(category)} hidden={!open} className={classes.brands}>
      {category.brands.map((brand) => (
        <li key={brand.id}>
          <Link
            to="/product"
            search={{ brandid: brand.id.toString() }}
            className={classes.brand}
            activeProps={{}}
            aria-current={brand.id === brandid ? 'true' : undefined}
            onClick={onChosen}
          >
            <BrandMark name={brand.brandname} logo={brand.brandlogo} size={24} />
            {brand.brandname}
          </Link>
        </li>
      ))}
      {category.brands.length === 0 && <li className={classes.none}>Belum ada brand</li>}
    </ul>
  )
}
