import { TextInput } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import type { ProductSelectProps } from '#features/catalogue/product-choice.tsx'
import { usePainted } from '#lib/first-paint.ts'

const ProductChoice = lazy(() => import('#features/catalogue/product-choice.tsx').then((module) => ({ default: module.ProductChoice })))

/** The list that opens is loaded behind the page; until then its field stands there already. */
export function ProductSelect(props: ProductSelectProps) {
  const painted = usePainted()
  const shown = props.value ? '' : 'Semua produk'
  const field = <TextInput size="sm" label="Produk" readOnly rightSection={<IconChevronDown size={16} aria-hidden />} value={shown} />
  return painted ? (
    <Suspense fallback={field}>
      <ProductChoice {...props} />
    </Suspense>
  ) : (
    field
  )
}
