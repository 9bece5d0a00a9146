import { useQueryClient } from '@tanstack/react-query'
import { offersKey } from '#features/catalogue/catalogue/catalogue.api.ts'
import { useConnectionRestored, useRealtime } from '#lib/realtime.ts'

/** Refreshes all offers when the server publishes a change of prices or states. */
export function useLiveOffers() {
  const queries = useQueryClient()
  const read = () => void queries.invalidateQueries({ queryKey: offersKey })
  useRealtime('hargaupdate', read)
  useConnectionRestored(read)
}
