import type { ReactNode } from 'react'
import classes from '#ui/tag.module.css'

/** A label for its neighbour; a state that can change uses `StatusBadge`. */
export const Tag = ({ tone, children }: { tone?: 'own' | 'offer' | 'fresh'; children: ReactNode }) => (
  <span className={classes.tag} data-tone={tone}>
    {children}
  </span>
)
