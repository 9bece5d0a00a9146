import { Text } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import classes from '#ui/row-list.module.css'

/** A short list with separators, for example of bank accounts, keys or versions. A list with pages uses a table instead. */
export const RowList = (list: ComponentProps<'ul'>) => <ul {...list} />

interface RowProps {
  /** A picture or icon at the beginning of the row. */
  mark?: ReactNode
  /** The buttons of the row. */
  actions?: ReactNode
  children: ReactNode
}

export function Row({ mark, actions, children }: RowProps) {
  return (
    <li className={classes.row}>
      {mark}
      <div className={classes.words}>{children}</div>
      {actions}
    </li>
  )
}

/** The small text of a row. */
export const RowFacts = ({ children }: { children: ReactNode }) => (
  <Text component="div" size="xs" c="dimmed" className={classes.facts}>
    {children}
  </Text>
)
