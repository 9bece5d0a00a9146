import { useQuery } from '@tanstack/react-query'
import { favouritesQuery } from '#features/market-data/favourites/favourites.api.ts'
import { recentTargetsQuery } from '#features/ordering/purchases/purchases.api.ts'
import { useLoadedOrTimeout } from '#lib/use-loaded-or-timeout.ts'

/** Whether recent targets and favourites are loaded or failed to load. Until then, the content below them may still move. */
export function useAreTargetsLoaded(): boolean {
  const [targets, favourites] = [useQuery(recentTargetsQuery), useQuery(favouritesQuery)]
  return useLoadedOrTimeout(!targets.isLoading && !favourites.isLoading)
}
