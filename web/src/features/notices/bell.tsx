import { noticeBadgeMax } from '@lapak/contract/notices'
import { ActionIcon } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconBell } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import classes from '#features/notices/bell.module.css'
import { useUnreadNotices } from '#features/notices/notices.api.ts'
import { usePainted } from '#lib/first-paint.ts'
import { belowSm } from '#ui/theme.ts'

// What opens over the page is loaded after it.
const BellPopover = lazy(() => import('#features/notices/bell-popover.tsx').then((module) => ({ default: module.BellPopover })))

/** What concerns the member: a panel on desks, on phones the way to the page. */
export function Bell() {
  const phone = useMediaQuery(belowSm, undefined, { getInitialValueInEffect: false })
  const painted = usePainted()
  const [wanted, setWanted] = useState(false)
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
  const plain = <ActionIcon {...face} aria-haspopup="dialog" onClick={() => setWanted(true)} />
  return painted || wanted ? (
    <Suspense fallback={plain}>
      <BellPopover face={face} pressed={wanted} />
    </Suspense>
  ) : (
    plain
  )
}
