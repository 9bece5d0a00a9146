import { priceSorts } from '@lapak/contract/catalogue/catalogue'
import { useStored } from '#lib/browser-storage.ts'

type PriceSort = `${keyof typeof priceSorts}`

/** The selected sort by price, stored in this browser, and its value for the server. */
export function usePriceSort() {
  const [chosen, choose] = useStored<PriceSort>('price-sort', '0')
  return { chosen, choose, sort: chosen === '1' ? 'saleprice,ASC' : 'saleprice,DESC' }
}

export const priceSortChoices = Object.entries(priceSorts).map(([value, label]) => ({ value: value as PriceSort, label }))
