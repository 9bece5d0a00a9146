import { IconChevronDown } from '@tabler/icons-react'
import type { ProductSelectProps } from '#features/catalogue/catalogue/product-choice.tsx'
import { late } from '#ui/lazy.tsx'
import { useStandIn } from '#ui/placeholder.tsx'

const ProductChoice = late(async () => (await import('#features/catalogue/catalogue/product-choice.tsx')).ProductChoice)

/** The list that opens is loaded behind the page; until then its field stands there already. */
export function ProductSelect(props: ProductSelectProps) {
  const shown = props.value ? '' : 'Semua produk'
  const { field, pressed } = useStandIn({ label: 'Produk', rightSection: <IconChevronDown size={16} aria-hidden />, value: shown })
  return <ProductChoice now={pressed} instead={field} pressed={pressed} {...props} />
}
