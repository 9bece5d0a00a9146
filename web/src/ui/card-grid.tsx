import type { ComponentProps, CSSProperties } from 'react'
import classes from '#ui/card-grid.module.css'

interface CardGridProps extends ComponentProps<'ul'> {
  /** The minimum width of a card in pixels. */
  minCardWidth: number
  columnsOnPhones?: 1 | 2
  /** Whether other data is loading that will replace the shown data. */
  stale?: boolean | undefined
}

/** A list of cards in as many columns as fit. */
export const CardGrid = ({ minCardWidth, columnsOnPhones = 1, stale = false, ...list }: CardGridProps) => (
  <ul
    {...list}
    className={classes.grid}
    data-stale={stale || undefined}
    style={{ '--least': `${minCardWidth}px`, '--on-phones': columnsOnPhones } as CSSProperties}
  />
)
