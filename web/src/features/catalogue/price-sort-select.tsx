import { Select } from '@mantine/core'
import { priceSortChoices, type usePriceSort } from '#features/catalogue/price-sort.ts'

export function PriceSortSelect({ order: { chosen, choose } }: { order: ReturnType<typeof usePriceSort> }) {
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
