import type { BodySent } from '@lapak/contract/shared/call'
import { notificationCalls } from '@lapak/contract/system/notifications'
import { infiniteQueryOptions, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { notificationsKey, unreadNotificationsQuery } from '#features/system/notifications/unread.api.ts'
import { request, submit } from '#lib/api.ts'
import { nextPageParam } from '#lib/pages.ts'
import { showSuccess } from '#ui/snackbar.ts'

const pageSize = 20

const listKey = [...notificationsKey, 'list'] as const

export const notificationsQuery = infiniteQueryOptions({
  queryKey: listKey,
  queryFn: ({ pageParam: page, signal }) => request(notificationCalls.list, { query: { page, size: pageSize }, signal }),
  initialPageParam: 0,
  getNextPageParam: nextPageParam,
})

/** Stores the number of unread notifications, which an event or an answer contained, and refetches the list if it is shown. */
export function setUnreadCount(queries: QueryClient, belumdibaca: number) {
  queries.setQueryData(unreadNotificationsQuery.queryKey, belumdibaca)
  void queries.invalidateQueries({ queryKey: listKey })
}

export function useRefreshNotifications() {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: notificationsKey })
}

/** Marks notifications as read up to the newest one that was shown. */
export function useMarkReadUpTo() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: bigint) => submit(notificationCalls.readUpTo, { body: { sampai: Number(id) } }),
    onSuccess: ({ data, msg }) => {
      setUnreadCount(queries, data.belumdibaca)
      showSuccess(msg)
    },
  })
}

/**
 * Marks a notification as read when the member follows it. Errors are not shown, because they must not keep the member from the subject of the
 * notification.
 */
export function useMarkNotificationRead() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: bigint) => request(notificationCalls.readOne, { params: { id: id.toString() } }),
    onSuccess: ({ belumdibaca }) => setUnreadCount(queries, belumdibaca),
    meta: { shownInPlace: true },
  })
}

export const notificationChoicesQuery = queryOptions({
  queryKey: [...notificationsKey, 'choices'],
  queryFn: ({ signal }) => request(notificationCalls.choices, { signal }),
})

export function useChangeNotificationChoice() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: BodySent<typeof notificationCalls.choose>) => submit(notificationCalls.choose, { body }),
    onSuccess: ({ data, msg }) => {
      queries.setQueryData(notificationChoicesQuery.queryKey, data)
      showSuccess(msg)
    },
  })
}

export const quietHoursQuery = queryOptions({
  queryKey: [...notificationsKey, 'quiet'],
  queryFn: ({ signal }) => request(notificationCalls.quiet, { signal }),
})

export function useSetQuietHours() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: BodySent<typeof notificationCalls.setQuiet>) => submit(notificationCalls.setQuiet, { body }),
    onSuccess: ({ data, msg }) => {
      queries.setQueryData(quietHoursQuery.queryKey, data)
      showSuccess(msg)
    },
    meta: { shownInPlace: true },
  })
}
