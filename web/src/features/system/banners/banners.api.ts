import { bannerCalls } from '@lapak/contract/system/banners'
import { queryOptions } from '@tanstack/react-query'
import { request } from '#lib/api.ts'

export const bannersQuery = queryOptions({
  queryKey: ['banners'],
  queryFn: ({ signal }) => request(bannerCalls.shown, { signal }),
  staleTime: 5 * 60_000,
})
