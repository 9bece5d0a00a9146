import { Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useIsCovered } from '#lib/layers.ts'
import { belowSm } from '#ui/bounds.ts'

interface SideDrawerProps<Shown> {
  /** The shown record; undefined closes the drawer. */
  of: Shown | undefined
  title: (of: Shown) => string
  /** The width on desktops; on phones it covers the screen. */
  width: number
  onClose: () => void
  children: (of: Shown) => ReactNode
}

/** The details of one row next to the list, on phones above it. Escape closes a layer above the drawer first. */
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
