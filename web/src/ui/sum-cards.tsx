import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Card } from '#ui/card.tsx'
import classes from '#ui/sum-cards.module.css'

/** Totals above a list, of all rows that match its filters. The value is undefined while it is loading, and null if it could not be loaded. */
export function SumCards({ sums }: { sums: { label: string; value: ReactNode | null | undefined }[] }) {
  return (
    <dl className={classes.cards}>
      {sums.map(({ label, value }) => (
        <Card key={label} size="flat" className={classes.card}>
          <dt>{label}</dt>
          <dd>{value === undefined ? <Skeleton height={24} width={96} my={4} /> : (value ?? '–')}</dd>
        </Card>
      ))}
    </dl>
  )
}
