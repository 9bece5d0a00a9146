import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { productsQuery } from '#features/catalogue/catalogue/catalogue.api.ts'
import classes from '#features/catalogue/catalogue/product-select.module.css'
import { openIfPressed } from '#ui/use-placeholder-field.tsx'

const all = 'semua'

export interface ProductSelectProps {
  /** Empty until the brands are loaded. */
  brandid: string
  value: string | undefined
  onChoose: (productid: string | undefined) => void
}

/** A select that limits the prices of a brand to one product. */
export function ProductChoice({ brandid, value, onChoose, pressed }: ProductSelectProps & { pressed: boolean }) {
  const { data } = useQuery({ ...productsQuery(brandid), enabled: brandid !== '' })
  return (
    <Select
      size="sm"
      label="Produk"
      nothingFoundMessage="Produk tidak ditemukan"
      searchable
      allowDeselect={false}
      checkIconPosition="right"
      limit={200}
      maxDropdownHeight={340}
      comboboxProps={{ position: 'bottom-start' }}
      classNames={{ dropdown: classes.dropdown, option: classes.option }}
      data={[
        { value: all, label: 'Semua produk' },
        ...(data ?? []).map(({ id, productname, productcode }) => ({ value: id.toString(), label: `${productname} (${productcode})` })),
      ]}
      value={value ?? all}
      onChange={(next) => onChoose(next === null || next === all ? undefined : next)}
      {...openIfPressed(pressed)}
    />
  )
}
