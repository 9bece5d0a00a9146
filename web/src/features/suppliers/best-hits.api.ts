import { supplierCalls } from '@lapak/contract/suppliers'
import { queryOptions } from '@tanstack/react-query'
import { request } from '#lib/api.ts'

export const bestHitsQuery = queryOptions({
  queryKey: ['suppliers', 'best-hits'],
  queryFn: ({ signal }) => request(supplierCalls.bestHits, { signal }),
  staleTime: 60_000,
})
