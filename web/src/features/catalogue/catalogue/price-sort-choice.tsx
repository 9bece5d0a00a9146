import { Select } from '@mantine/core'
import { priceSortChoices, type usePriceSort } from '#features/catalogue/catalogue/use-price-sort.ts'
import { openedBy } from '#ui/placeholder.tsx'

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
      {...openedBy(pressed)}
    />
  )
}
