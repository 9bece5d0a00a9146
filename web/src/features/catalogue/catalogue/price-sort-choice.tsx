import { Select } from '@mantine/core'
import { priceSortChoices, type usePriceSort } from '#features/catalogue/catalogue/use-price-sort.ts'
import { openIfPressed } from '#ui/use-placeholder-field.tsx'

export function PriceSortChoice({ chosen, choose, pressed }: ReturnType<typeof usePriceSort> & { pressed: boolean }) {
  return (
    <Select
      size="sm"
      label="Urutkan harga"
      data={priceSortChoices}
      allowDeselect={false}
      checkIconPosition="right"
      value={chosen}
      onChange={(value) => value && choose(value)}
      {...openIfPressed(pressed)}
    />
  )
}
