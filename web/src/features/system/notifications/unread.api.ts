import { noticeCalls } from '@lapak/contract/system/notifications'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { request } from '#lib/api.ts'

export const noticesKey = ['notices'] as const

export const unreadQuery = queryOptions({
  queryKey: [...noticesKey, 'unread'],
  queryFn: async ({ signal }) => (await request(noticeCalls.unread, { signal })).belumdibaca,
  refetchInterval: 120_000,
})

/** For the bell. */
export const useUnreadNotices = (): number => useQuery(unreadQuery).data ?? 0
