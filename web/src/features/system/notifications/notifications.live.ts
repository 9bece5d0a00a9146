import { useQueryClient } from '@tanstack/react-query'
import { keepUnread, useRefreshNotifications } from '#features/system/notifications/notifications.api.ts'
import { useLineRestored, useRealtime } from '#lib/realtime.ts'

/** On every page: the bell's number, whoever told something and wherever it was read. */
export function useLiveNotifications() {
  const queries = useQueryClient()
  useRealtime('notifikasi', ({ belumdibaca }) => keepUnread(queries, belumdibaca))
  useLineRestored(useRefreshNotifications())
}
