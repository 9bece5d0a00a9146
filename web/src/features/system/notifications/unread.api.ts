import { notificationCalls } from '@lapak/contract/system/notifications'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { request } from '#lib/api.ts'

export const notificationsKey = ['notices'] as const

export const unreadNotificationsQuery = queryOptions({
  queryKey: [...notificationsKey, 'unread'],
  queryFn: async ({ signal }) => (await request(notificationCalls.unread, { signal })).belumdibaca,
  refetchInterval: 120_000,
})

export const useUnreadNotifications = (): number => useQuery(unreadNotificationsQuery).data ?? 0
