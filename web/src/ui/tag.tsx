import type { ReactNode } from 'react'
import classes from '#ui/tag.module.css'

/** A label for the text next to it. For a state that can change, use `StatusBadge`. */
export const Tag = ({ tone, children }: { tone?: 'own' | 'offer' | 'fresh'; children: ReactNode }) => (
  <span className={classes.tag} data-tone={tone}>
    {children}
  </span>
)
