import type { ReactNode } from 'react'
import classes from '#ui/tag.module.css'

/** A word about the thing beside it; a state that can change has a `StatusBadge`. */
export const Tag = ({ tone, children }: { tone?: 'own' | 'offer' | 'fresh'; children: ReactNode }) => (
  <span className={classes.tag} data-tone={tone}>
    {children}
  </span>
)
