import { useQuery } from '@tanstack/react-query'
import { favouritesQuery } from '#features/market-data/favourites/favourites.api.ts'
import { recentTargetsQuery } from '#features/ordering/purchases/purchases.api.ts'
import { useSettled } from '#lib/use-settled.ts'

/** Whether the recent targets and favourites are loaded or failed: before that, the position of the content below is not final. */
export function useNumbersKnown(): boolean {
  const [targets, favourites] = [useQuery(recentTargetsQuery), useQuery(favouritesQuery)]
  return useSettled(!targets.isLoading && !favourites.isLoading)
}
