import { TextInput } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { priceSortChoices, type usePriceSort } from '#features/catalogue/price-sort.ts'
import { usePainted } from '#lib/first-paint.ts'

const PriceSortChoice = lazy(() =>
  import('#features/catalogue/price-sort-choice.tsx').then((module) => ({ default: module.PriceSortChoice })),
)

/** The list that opens is loaded behind the page; until then its field stands there already. */
export function PriceSortSelect({ order }: { order: ReturnType<typeof usePriceSort> }) {
  const painted = usePainted()
  const shown = priceSortChoices.find(({ value }) => value === order.chosen)?.label ?? ''
  const field = (
    <TextInput size="sm" label="Urutkan harga" readOnly rightSection={<IconChevronDown size={16} aria-hidden />} value={shown} />
  )
  return painted ? (
    <Suspense fallback={field}>
      <PriceSortChoice {...order} />
    </Suspense>
  ) : (
    field
  )
}
