import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from '#ui/sum-line.module.css'

/** Sums in the toolbar of a table, where cards would take the room of rows. An undefined value is loading; null could not be loaded. */
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
