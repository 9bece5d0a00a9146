import { useMediaQuery } from '@mantine/hooks'
import { useStored } from '#lib/remembered.ts'
import { fromMd } from '#ui/bounds.ts'

export type ProductView = 'produk' | 'suplier' | 'tabel'

/** How this browser's user likes to see a brand; a table needs the room of a desk. */
export function useProductView() {
  const desk = useMediaQuery(fromMd, undefined, { getInitialValueInEffect: false })
  const [chosen, choose] = useStored<ProductView>('product-view', 'produk')
  const choices: { value: ProductView; label: string }[] = [
    { value: 'produk', label: 'Per produk' },
    { value: 'suplier', label: 'Per suplier' },
    ...(desk ? [{ value: 'tabel' as const, label: 'Tabel' }] : []),
  ]
  const shown: ProductView = choices.some(({ value }) => value === chosen) ? chosen : 'produk'
  return { shown, choose, choices }
}
