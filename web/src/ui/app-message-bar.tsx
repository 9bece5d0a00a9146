import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from '#ui/app-message-bar.module.css'

/** A full-width message about the web app itself. */
export const AppMessageBar = ({ icon: Icon, look, children }: { icon: TablerIcon; look?: 'quiet'; children: ReactNode }) => (
  <div className={classes.strip} data-look={look}>
    <Icon size={20} aria-hidden className={classes.icon} />
    {children}
  </div>
)
