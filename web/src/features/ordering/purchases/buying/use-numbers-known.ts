import { useQuery } from '@tanstack/react-query'
import { favouritesQuery } from '#features/market-data/favourites/favourites.api.ts'
import { recentTargetsQuery } from '#features/ordering/purchases/purchases.api.ts'
import { useSettled } from '#lib/use-settled.ts'

/** Whether the numbers to choose from are there, or will not come now: until then what stands below them has no place yet. */
export function useNumbersKnown(): boolean {
  const [targets, favourites] = [useQuery(recentTargetsQuery), useQuery(favouritesQuery)]
  return useSettled(!targets.isLoading && !favourites.isLoading)
}
