import { Text } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import classes from '#ui/row-list.module.css'

/** A short list with separators, such as accounts, keys or versions. A list with pages is a table. */
export const RowList = (list: ComponentProps<'ul'>) => <ul {...list} />

interface RowProps {
  /** A picture. */
  mark?: ReactNode
  /** The actions of the row. */
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

/** Small text of a row. */
export const RowFacts = ({ children }: { children: ReactNode }) => (
  <Text component="div" size="xs" c="dimmed" className={classes.facts}>
    {children}
  </Text>
)
