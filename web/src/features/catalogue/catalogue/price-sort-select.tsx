import { IconChevronDown } from '@tabler/icons-react'
import { priceSortChoices, type usePriceSort } from '#features/catalogue/catalogue/use-price-sort.ts'
import { deferredComponent } from '#ui/lazy.tsx'
import { usePlaceholderField } from '#ui/use-placeholder-field.tsx'

const PriceSortChoice = deferredComponent(async () => (await import('#features/catalogue/catalogue/price-sort-choice.tsx')).PriceSortChoice)

/** The select component is loaded after the page; a placeholder of the field is shown until then. */
export function PriceSortSelect({ order }: { order: ReturnType<typeof usePriceSort> }) {
  const shown = priceSortChoices.find(({ value }) => value === order.chosen)?.label ?? ''
  const { field, pressed } = usePlaceholderField({
    label: 'Urutkan harga',
    rightSection: <IconChevronDown size={16} aria-hidden />,
    value: shown,
  })
  return <PriceSortChoice eager={pressed} fallback={field} pressed={pressed} {...order} />
}
