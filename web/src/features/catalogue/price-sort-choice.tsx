import { Select } from '@mantine/core'
import { priceSortChoices, type usePriceSort } from '#features/catalogue/price-sort.ts'

export function PriceSortChoice({ chosen, choose }: ReturnType<typeof usePriceSort>) {
  return (
    <Select
      size="sm"
      label="Urutkan harga"
      data={priceSortChoices}
      allowDeselect={false}
      checkIconPosition="right"
      value={chosen}
      onChange={(value) => value && choose(value)}
    />
  )
}
