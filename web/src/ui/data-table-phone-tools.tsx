import { ActionIcon } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from '#ui/data-table.module.css'

/** On phones the rows come first: filters and sorting wait behind a button, which shows when one is in use. */
export function PhoneTools({ search, filtered = false, children }: { search: ReactNode; filtered?: boolean; children: ReactNode }) {
  const [open, { toggle }] = useDisclosure(false)
  return (
    <div className={classes.phoneTools}>
      <div className={classes.phoneSearch}>
        {search}
        <span className={classes.phoneFilter} data-filtered={filtered || undefined}>
          <ActionIcon
            variant="default"
            size={44}
            aria-label={filtered ? 'Filter dan urutan, filter aktif' : 'Filter dan urutan'}
            aria-expanded={open}
            onClick={toggle}
          >
            <IconAdjustmentsHorizontal size={20} />
          </ActionIcon>
        </span>
      </div>
      {open && <div className={classes.phoneFilters}>{children}</div>}
    </div>
  )
}
