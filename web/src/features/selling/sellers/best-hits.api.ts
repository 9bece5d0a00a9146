import { sellerCalls } from '@lapak/contract/selling/sellers'
import { queryOptions } from '@tanstack/react-query'
import { request } from '#lib/api.ts'

export const bestHitsQuery = queryOptions({
  queryKey: ['suppliers', 'best-hits'],
  queryFn: ({ signal }) => request(sellerCalls.bestHits, { signal }),
  staleTime: 60_000,
})
