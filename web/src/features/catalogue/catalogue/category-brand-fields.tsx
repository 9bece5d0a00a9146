import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { categoriesQuery } from '#features/catalogue/catalogue/catalogue.api.ts'

interface Chosen {
  categoryid: string
  brandid: string
}

interface CategoryBrandFieldsProps {
  categoryid: string
  /** The input props of a form field. */
  field: (name: keyof Chosen) => object
  brandLabel?: string
  /** Whether this field gets the focus when its dialog opens. */
  autoFocus?: boolean
  onChoose: (chosen: Chosen) => void
}

/** Two form fields: a category, and a brand of that category. */
export function CategoryBrandFields({ categoryid, field, brandLabel = 'Brand', autoFocus, onChoose }: CategoryBrandFieldsProps) {
  const categories = useQuery(categoriesQuery).data ?? []
  const brands = categories.find(({ id }) => id.toString() === categoryid)?.brands ?? []
  return (
    <>
      <NativeSelect
        label="Kategori"
        size="md"
        data-autofocus={autoFocus || undefined}
        data={[{ value: '', label: 'Pilih kategori' }, ...categories.map(({ id, name }) => ({ value: id.toString(), label: name }))]}
        {...field('categoryid')}
        onChange={(event) => onChoose({ categoryid: event.currentTarget.value, brandid: '' })}
      />
      <NativeSelect
        label={brandLabel}
        size="md"
        disabled={categoryid === ''}
        data={[{ value: '', label: 'Pilih brand' }, ...brands.map(({ id, brandname }) => ({ value: id.toString(), label: brandname }))]}
        {...field('brandid')}
        onChange={(event) => onChoose({ categoryid, brandid: event.currentTarget.value })}
      />
    </>
  )
}
