import type { CSSProperties, ReactNode } from 'react'
import classes from '#ui/form-grid.module.css'

/** Fields in columns if there is room, below each other on phones. */
export const FormGrid = ({ columns = 2, children }: { columns?: number; children: ReactNode }) => (
  <div className={classes.grid} style={{ '--columns': columns } as CSSProperties}>
    {children}
  </div>
)

/** Spans all columns: a long field, a heading, the buttons. */
export const Wide = ({ children }: { children: ReactNode }) => <div className={classes.wide}>{children}</div>
