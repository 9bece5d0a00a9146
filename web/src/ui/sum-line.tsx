import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from '#ui/sum-line.module.css'

/**
 * Totals in the toolbar of a table, where cards would take too much room from the rows. The value is undefined while it is loading, and null if it
 * could not be loaded.
 */
export function SumLine({ sums }: { sums: { label: string; value: ReactNode | null | undefined }[] }) {
  return (
    <dl className={classes.sums}>
      {sums.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value === undefined ? <Skeleton height={14} width={72} my={3} /> : (value ?? '–')}</dd>
        </div>
      ))}
    </dl>
  )
}
