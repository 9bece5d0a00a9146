import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { BrandMark } from '#features/catalogue/brand-mark.tsx'
import type { Categories } from '#features/catalogue/catalogue.api.ts'
import classes from '#features/catalogue/category-tree.module.css'

interface CategoryTreeProps {
  categories: Categories
  /** The brand that is shown. */
  brandid: bigint | undefined
  onChosen?: () => void
}

/** Categories, each opening to its brands. That of the brand on show is open from the start. */
export function CategoryTree({ categories, brandid, onChosen }: CategoryTreeProps) {
  const ofBrand = categories.find(({ brands }) => brands.some(({ id }) => id === brandid))?.id
  const [toggled, setToggled] = useState<ReadonlyMap<bigint, boolean>>(new Map())
  return (
    <ul>
      {categories.map((category) => {
        const open = toggled.get(category.id) ?? category.id === ofBrand
        const listId = `kategori-${category.id}`
        return (
          <li key={category.id}>
            <UnstyledButton
              className={classes.category}
              aria-expanded={open}
              aria-controls={listId}
              onClick={() => setToggled(new Map(toggled).set(category.id, !open))}
            >
              {category.name}
              <IconChevronDown size={18} aria-hidden className={classes.arrow} />
            </UnstyledButton>
            <ul id={listId} hidden={!open} className={classes.brands}>
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
          </li>
        )
      })}
    </ul>
  )
}
