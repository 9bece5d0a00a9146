import { Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useIsCovered } from '#lib/layers.ts'
import { belowSm } from '#ui/bounds.ts'

interface SideDrawerProps<Shown> {
  /** What is looked at; closed without it. */
  of: Shown | undefined
  title: (of: Shown) => string
  /** On desks; a phone has no room beside. */
  width: number
  onClose: () => void
  children: (of: Shown) => ReactNode
}

/** All of one row, beside the list; over it on a phone. Escape means what lies over it, where there is something. */
export function SideDrawer<Shown>({ of, title, width, onClose, children }: SideDrawerProps<Shown>) {
  const phone = useMediaQuery(belowSm)
  const covered = useIsCovered()
  const shown = of !== undefined
  return (
    <Drawer
      opened={shown}
      onClose={onClose}
      closeOnEscape={!covered}
      position="right"
      size={phone ? '100%' : width}
      title={shown && title(of)}
    >
      {shown && children(of)}
    </Drawer>
  )
}
