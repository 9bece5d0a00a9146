import { Button, Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconFilter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { DeferredPopover } from '#ui/lazy.tsx'
import { belowSmQuery } from '#ui/media-queries.ts'

/** A button that hides rarely used filters, with the number of filters that are in use. */
export function MoreFilters({ inUse, children }: { inUse: number; children: ReactNode }) {
  const phone = useMediaQuery(belowSmQuery, undefined, { getInitialValueInEffect: false })
  // On phones no further button is needed, because all filters are already behind a button.
  if (phone) return children
  const target = (
    <Button
      size="sm"
      variant={inUse > 0 ? 'light' : 'default'}
      leftSection={<IconFilter size={16} aria-hidden />}
      aria-label={inUse > 0 ? `Filter lain, ${inUse} aktif` : 'Filter lain'}
    >
      Filter{inUse > 0 && ` (${inUse})`}
    </Button>
  )
  return (
    <DeferredPopover target={target} position="bottom-start" shadow="md" withinPortal trapFocus>
      {(Popover) => (
        <Popover.Dropdown>
          <Stack gap="sm">{children}</Stack>
        </Popover.Dropdown>
      )}
    </DeferredPopover>
  )
}
