import { useQueryClient } from '@tanstack/react-query'
import { offersKey } from '#features/catalogue/catalogue/catalogue.api.ts'
import { useLineRestored, useRealtime } from '#lib/realtime.ts'

/** Reads whatever shows offers again when the server says that prices or states changed. */
export function useLiveOffers() {
  const queries = useQueryClient()
  const read = () => void queries.invalidateQueries({ queryKey: offersKey })
  useRealtime('hargaupdate', read)
  useLineRestored(read)
}
