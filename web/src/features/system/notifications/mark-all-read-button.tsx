import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { notificationsQuery, useMarkReadUpTo } from '#features/system/notifications/notifications.api.ts'
import { useUnreadNotifications } from '#features/system/notifications/unread.api.ts'

/** The button that marks the shown notifications and all older ones as read, but not notifications that arrive during the request. */
export function MarkAllReadButton() {
  const unread = useUnreadNotifications()
  const newest = useInfiniteQuery(notificationsQuery).data?.pages[0]?.content[0]
  const read = useMarkReadUpTo()
  return (
    <Button
      variant="subtle"
      size="sm"
      disabled={unread === 0 || newest === undefined}
      loading={read.isPending}
      onClick={() => newest && read.mutate(newest.id)}
    >
      Tandai semua dibaca
    </Button>
  )
}
