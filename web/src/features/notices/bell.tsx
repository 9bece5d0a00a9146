import { noticeBadgeMax } from '@lapak/contract/notices'
import { ActionIcon, Popover } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconBell } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import classes from '#features/notices/bell.module.css'
import { useUnreadNotices } from '#features/notices/notices.api.ts'
import { belowSm } from '#ui/theme.ts'

// What opens over the page is loaded when it is asked for first.
const NoticePanel = lazy(() => import('#features/notices/notice-panel.tsx').then((module) => ({ default: module.NoticePanel })))

/** What concerns the member: a panel on desks, on phones the way to the page. */
export function Bell() {
  const phone = useMediaQuery(belowSm, undefined, { getInitialValueInEffect: false })
  const [opened, { toggle, close }] = useDisclosure()
  const unread = useUnreadNotices()
  const words = unread > noticeBadgeMax ? `${noticeBadgeMax}+` : unread.toString()
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
    <Popover opened={opened} onDismiss={close} position="bottom-end" width={420} shadow="md" withinPortal trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon {...face} onClick={toggle} />
      </Popover.Target>
      <Popover.Dropdown className={classes.panel} aria-label="Notifikasi">
        <Suspense fallback={<div className={classes.loading} />}>
          <NoticePanel onLeave={close} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
