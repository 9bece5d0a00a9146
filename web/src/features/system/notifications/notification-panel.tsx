import { ActionIcon, Divider, Text } from '@mantine/core'
import { IconSettings } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { MarkAllReadButton } from '#features/system/notifications/mark-all-read-button.tsx'
import { NotificationList } from '#features/system/notifications/notification-list.tsx'
import classes from '#features/system/notifications/notification-panel.module.css'
import link from '#ui/text-link.module.css'

/** The newest notifications, over the current page. */
export function NotificationPanel({ onLeave }: { onLeave: () => void }) {
  return (
    <>
      <div className={classes.head}>
        <Text component="h2" fw={650} className={classes.title}>
          Notifikasi
        </Text>
        <MarkAllReadButton />
        <ActionIcon
          size={44}
          aria-label="Pengaturan notifikasi"
          renderRoot={(props) => <Link to="/notifikasi" search={{ tab: 'pengaturan' }} {...props} />}
          onClick={onLeave}
        >
          <IconSettings size={20} aria-hidden />
        </ActionIcon>
      </div>
      <Divider />
      <div className={classes.list}>
        <NotificationList onLeave={onLeave} />
      </div>
      <Divider />
      <div className={classes.foot}>
        <Link to="/notifikasi" className={link.link} onClick={onLeave}>
          Lihat semua notifikasi
        </Link>
      </div>
    </>
  )
}
