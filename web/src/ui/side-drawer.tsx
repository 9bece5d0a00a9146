import { Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useHasOpenLayer } from '#lib/layers.ts'
import { belowSmQuery } from '#ui/media-queries.ts'

interface SideDrawerProps<Shown> {
  /** The record whose details are shown; undefined closes the drawer. */
  record: Shown | undefined
  title: (record: Shown) => string
  /** The width in px on desktops; on phones the drawer covers the screen. */
  width: number
  onClose: () => void
  children: (record: Shown) => ReactNode
}

/** The details of one row: next to the list on desktops, above the list on phones. Escape first closes a layer above the drawer. */
export function SideDrawer<Shown>({ record, title, width, onClose, children }: SideDrawerProps<Shown>) {
  const phone = useMediaQuery(belowSmQuery)
  const covered = useHasOpenLayer()
  const shown = record !== undefined
  return (
    <Drawer
      opened={shown}
      onClose={onClose}
      closeOnEscape={!covered}
      position="right"
      size={phone ? '100%' : width}
      title={shown && title(record)}
    >
      {shown && children(record)}
    </Drawer>
  )
}
