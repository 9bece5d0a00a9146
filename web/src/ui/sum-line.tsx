import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from '#ui/sum-line.module.css'

/** Sums in the line of a table's tools, where cards above it would take the room of rows. A missing value is still on its way; null could not be read. */
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
