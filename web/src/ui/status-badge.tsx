import type { TablerIcon } from '@tabler/icons-react'
import classes from '#ui/status-badge.module.css'

export type StatusColour = 'blue' | 'green' | 'red' | 'gray' | 'orange'

/** A state, shown by colour, icon and text, so that the colour is never the only distinction. */
export function StatusBadge({ colour, icon: Icon, label }: { colour: StatusColour; icon: TablerIcon; label: string }) {
  return (
    <span className={classes.badge} data-colour={colour}>
      <Icon size={14} stroke={2.2} aria-hidden />
      {label}
    </span>
  )
}
