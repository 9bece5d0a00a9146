import type { CSSProperties, ReactNode } from 'react'
import classes from '#ui/form-grid.module.css'

/** Fields in columns where there is room; on phones the fields are below each other. */
export const FormGrid = ({ columns = 2, children }: { columns?: number; children: ReactNode }) => (
  <div className={classes.grid} style={{ '--columns': columns } as CSSProperties}>
    {children}
  </div>
)

/** Content that spans all columns: a long field, a heading, the buttons. */
export const FullWidth = ({ children }: { children: ReactNode }) => <div className={classes.wide}>{children}</div>
