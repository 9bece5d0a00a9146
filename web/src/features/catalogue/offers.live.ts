import { useQueryClient } from '@tanstack/react-query'
import { offersKey } from '#features/catalogue/catalogue.api.ts'
import { useRealtime } from '#lib/realtime.ts'

/** Reads whatever shows offers again when the server says that prices or states changed. */
export function useLiveOffers() {
  const queries = useQueryClient()
  useRealtime('hargaupdate', () => void queries.invalidateQueries({ queryKey: offersKey }))
}
