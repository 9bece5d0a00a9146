import { ActionIcon } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { BrandMark } from '#features/catalogue/catalogue/brand-mark.tsx'
import { allBrandsQuery, allCategoriesQuery } from '#features/catalogue/catalogue/catalogue.admin.api.ts'
import classes from '#features/catalogue/catalogue/catalogue-admin.module.css'
import { allChoice, ChoiceFilter, namedChoices } from '#ui/choice-filter.tsx'

export const EditButton = ({ name, onEdit }: { name: string; onEdit: () => void }) => (
  <ActionIcon
    aria-label={`Ubah ${name}`}
    onClick={(event) => {
      event.stopPropagation()
      onEdit()
    }}
  >
    <IconPencil size={18} />
  </ActionIcon>
)

/** A name with its picture. */
export const NameWithPicture = ({ name, picture }: { name: string; picture: string | null }) => (
  <span className={classes.named}>
    <BrandMark name={name} logo={picture} size={32} />
    <span>{name}</span>
  </span>
)

interface CardProps {
  name: string
  picture: string | null
  /** Small text below the name. */
  notes: string[]
  state?: ReactNode
}

/** A row on a phone. */
export const CatalogueCard = ({ name, picture, notes, state }: CardProps) => (
  <span className={classes.card}>
    <BrandMark name={name} logo={picture} size={40} />
    <span className={classes.words}>
      <b>{name}</b>
      {notes.map((note) => (
        <span key={note} className={classes.note}>
          {note}
        </span>
      ))}
      {state}
    </span>
  </span>
)

interface FilterProps {
  value: string | undefined
  onChoose: (id: string | undefined) => void
}

export function CategoryFilter({ value, onChoose }: FilterProps) {
  const categories = useQuery(allCategoriesQuery).data ?? []
  const choices = namedChoices(
    categories.map(({ id, name }) => [id.toString(), name]),
    value,
  )
  return (
    <ChoiceFilter
      label="Kategori"
      className={classes.select}
      value={value}
      choices={[allChoice('kategori'), ...choices]}
      onChoose={onChoose}
    />
  )
}

/** Filters by brand. The choices include closed brands; if a category is selected, only its brands. */
export function BrandFilter({ value, categoryid, onChoose }: FilterProps & { categoryid: string | undefined }) {
  const brands = (useQuery(allBrandsQuery).data ?? []).filter(
    ({ productcategoryid }) => categoryid === undefined || productcategoryid.toString() === categoryid,
  )
  const choices = namedChoices(
    brands.map(({ id, brandname, categoryname }) => [id.toString(), `${brandname} (${categoryname})`]),
    value,
  )
  return (
    <ChoiceFilter label="Brand" className={classes.select} value={value} choices={[allChoice('brand'), ...choices]} onChoose={onChoose} />
  )
}
