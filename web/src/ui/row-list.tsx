import { Text } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import classes from '#ui/row-list.module.css'

/** A few things below each other with a line between: accounts, keys, versions. What has pages is a table. */
export const RowList = (list: ComponentProps<'ul'>) => <ul {...list} />

interface RowProps {
  /** A picture of it. */
  mark?: ReactNode
  /** What can be done with it. */
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

/** Small print of a row. */
export const RowFacts = ({ children }: { children: ReactNode }) => (
  <Text component="div" size="xs" c="dimmed" className={classes.facts}>
    {children}
  </Text>
)
