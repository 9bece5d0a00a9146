import { ActionIcon, type ActionIconProps, Popover } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense } from 'react'
import classes from '#features/notices/bell.module.css'

// What is told is loaded when it is asked for first.
const NoticePanel = lazy(() => import('#features/notices/notice-panel.tsx').then((module) => ({ default: module.NoticePanel })))

/** The bell with its panel. `pressed` where it was pressed before the panel could open. */
export function BellPopover({ face, pressed }: { face: ActionIconProps; pressed: boolean }) {
  const [opened, { toggle, close }] = useDisclosure(pressed)
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
