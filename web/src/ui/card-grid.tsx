import type { ComponentProps, CSSProperties } from 'react'
import classes from '#ui/card-grid.module.css'

interface CardGridProps extends ComponentProps<'ul'> {
  /** The minimum width of a card in pixels. */
  least: number
  onPhones?: 1 | 2
  /** Whether the shown data is being replaced. */
  stale?: boolean | undefined
}

/** Cards in as many columns as fit. */
export const CardGrid = ({ least, onPhones = 1, stale = false, ...list }: CardGridProps) => (
  <ul
    {...list}
    className={classes.grid}
    data-stale={stale || undefined}
    style={{ '--least': `${least}px`, '--on-phones': onPhones } as CSSProperties}
  />
)
