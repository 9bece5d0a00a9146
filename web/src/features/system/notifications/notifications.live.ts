import { useQueryClient } from '@tanstack/react-query'
import { setUnreadCount, useRefreshNotifications } from '#features/system/notifications/notifications.api.ts'
import { useConnectionRestored, useRealtime } from '#lib/realtime.ts'

/** For every page: updates the number on the bell when a notification arrives or is read on any device. */
export function useLiveNotifications() {
  const queries = useQueryClient()
  useRealtime('notifikasi', ({ belumdibaca }) => setUnreadCount(queries, belumdibaca))
  useConnectionRestored(useRefreshNotifications())
}
