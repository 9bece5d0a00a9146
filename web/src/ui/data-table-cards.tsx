import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import classes from '#ui/data-table.module.css'
import { PlacedCard } from '#ui/data-table-card.tsx'
import { type FormProps, longFrom } from '#ui/data-table-props.ts'

// With the library that keeps count of rows, which short lists do without.
const LongCards = lazy(() => import('#ui/data-table-long.tsx').then((module) => ({ default: module.LongCards })))

/** The list on a phone: a card per row, and a tap for the rest. */
export function CardList<Row extends { id: bigint }>(props: FormProps<Row>) {
  const { rows, stale } = props.list
  const long = rows && rows.length >= longFrom
  return (
    <>
      {long ? (
        <Suspense fallback={<TextSkeleton {...props} />}>
          <LongCards
            count={rows.length}
            className={classes.cards}
            label={props.label}
            stale={stale}
            cardAt={(place, measure) => <PlacedCard key={rows[place]?.id.toString()} {...props} place={place} measure={measure} />}
          />
        </Suspense>
      ) : rows ? (
        <ul className={classes.cards} aria-label={props.label} data-stale={stale || undefined} aria-busy={stale}>
          {rows.map((row, place) => (
            <PlacedCard key={row.id.toString()} {...props} place={place} />
          ))}
        </ul>
      ) : (
        <TextSkeleton {...props} />
      )}
      <Totals {...props} />
    </>
  )
}

function TextSkeleton<Row extends { id: bigint }>({ label }: FormProps<Row>) {
  return (
    <ul className={classes.cards} aria-label={label} aria-busy>
      {['a', 'b', 'c', 'd', 'e'].map((bone) => (
        <li key={bone} className={classes.card}>
          <div className={classes.open}>
            <Skeleton height={16} width="55%" mb={10} />
            <Skeleton height={14} width="75%" mb={10} />
            <Skeleton height={14} width="40%" />
          </div>
        </li>
      ))}
    </ul>
  )
}

function Totals<Row extends { id: bigint }>({ columns, list: { rows }, totals }: FormProps<Row>) {
  if (!rows || !totals) return null
  const sums = totals.of(rows)
  return (
    <dl className={classes.cardTotals} aria-label={totals.label}>
      <dt>{totals.label}</dt>
      {columns
        .filter(({ key }) => key in sums)
        .map(({ key }) => (
          <dd key={key}>{sums[key]}</dd>
        ))}
    </dl>
  )
}
