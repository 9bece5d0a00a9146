import { notificationBadgeMax } from '@lapak/contract/system/notifications'
import { ActionIcon } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconBell } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import classes from '#features/system/notifications/bell.module.css'
import { useUnreadNotifications } from '#features/system/notifications/unread.api.ts'
import { DeferredPopover, deferredComponent } from '#ui/lazy.tsx'
import { belowSmQuery } from '#ui/media-queries.ts'

// Loaded when the panel of notifications is opened for the first time.
const NotificationPanel = deferredComponent(
  async () => (await import('#features/system/notifications/notification-panel.tsx')).NotificationPanel,
)

/** The bell with the number of unread notifications: it opens a panel on desktops, and links to the page of notifications on phones. */
export function Bell() {
  const phone = useMediaQuery(belowSmQuery, undefined, { getInitialValueInEffect: false })
  const unread = useUnreadNotifications()
  const words = unread > notificationBadgeMax ? `${notificationBadgeMax}+` : unread.toString()
  const face = {
    size: 44,
    className: classes.bell,
    'aria-label': unread === 0 ? 'Notifikasi' : `Notifikasi, ${words} belum dibaca`,
    children: (
      <>
        <IconBell size={22} aria-hidden />
        {unread > 0 && (
          <span className={classes.count} aria-hidden>
            {words}
          </span>
        )}
      </>
    ),
  }
  if (phone) return <ActionIcon {...face} renderRoot={(props) => <Link to="/notifikasi" {...props} />} />
  return (
    <DeferredPopover target={<ActionIcon {...face} />} position="bottom-end" width={420} shadow="md" withinPortal trapFocus returnFocus>
      {(Popover, close) => (
        <Popover.Dropdown className={classes.panel} aria-label="Notifikasi">
          <NotificationPanel eager fallback={<div className={classes.loading} />} onLeave={close} />
        </Popover.Dropdown>
      )}
    </DeferredPopover>
  )
}
