import { priceSorts } from '@lapak/contract/catalogue/catalogue'
import { useStored } from '#lib/remembered.ts'

type PriceSort = `${keyof typeof priceSorts}`

/** The order by price that this browser's user likes, and as the server is asked for it. */
export function usePriceSort() {
  const [chosen, choose] = useStored<PriceSort>('price-sort', '0')
  return { chosen, choose, sort: chosen === '1' ? 'saleprice,ASC' : 'saleprice,DESC' }
}

export const priceSortChoices = Object.entries(priceSorts).map(([value, label]) => ({ value: value as PriceSort, label }))
