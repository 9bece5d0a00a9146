import { Skeleton, UnstyledButton } from '@mantine/core'
import { lazy, type Ref, Suspense } from 'react'
import classes from '#ui/data-table.module.css'
import { ExpandRowButton, SelectRowCheckbox } from '#ui/data-table-parts.tsx'
import { groupHeadAbove, type TableBodyProps, virtualizeFrom } from '#ui/data-table-props.ts'

// This module contains the virtualisation library, which is not needed for short lists.
const VirtualCards = lazy(() => import('#ui/data-table-virtual.tsx').then((module) => ({ default: module.VirtualCards })))

/** The list on a phone: one card per row; a tap on a card opens the details. */
export function CardList<Row extends { id: bigint }>(props: TableBodyProps<Row>) {
  const { rows, isStale } = props.list
  const long = rows && rows.length >= virtualizeFrom
  return (
    <>
      {long ? (
        <Suspense fallback={<TextSkeleton {...props} />}>
          <VirtualCards
            count={rows.length}
            className={classes.cards}
            label={props.label}
            stale={isStale}
            cardAt={(place, measure) => <PlacedCard key={rows[place]?.id.toString()} {...props} place={place} measure={measure} />}
          />
        </Suspense>
      ) : rows ? (
        <ul className={classes.cards} aria-label={props.label} data-stale={isStale || undefined} aria-busy={isStale}>
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

function TextSkeleton<Row extends { id: bigint }>({ label }: TableBodyProps<Row>) {
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

function Totals<Row extends { id: bigint }>({ columns, list: { rows }, totals }: TableBodyProps<Row>) {
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

// — Data table card

interface PlacedProps<Row extends { id: bigint }> extends TableBodyProps<Row> {
  place: number
  measure?: Ref<HTMLLIElement>
}

/** The card of a row, with the head of its group above it if a new group begins. */
function PlacedCard<Row extends { id: bigint }>({ place, measure, ...props }: PlacedProps<Row>) {
  const row = props.list.rows?.[place]
  if (!row) return null
  const head = groupHeadAbove(props, place)
  return (
    <li ref={measure} data-index={place} className={classes.placed}>
      {head && <div className={classes.groupCard}>{head}</div>}
      <Card {...props} row={row} />
    </li>
  )
}

function Card<Row extends { id: bigint }>(props: TableBodyProps<Row> & { row: Row }) {
  const { row, card, cardAction, rowChanges, rowLink, selected, rowDetails, expanded } = props
  const change = rowChanges?.get(row.id.toString())
  return (
    <div className={classes.card} data-chosen={selected.has(row.id) || undefined} data-change={change ? change % 2 : undefined}>
      <div className={classes.face}>
        <SelectRowCheckbox {...props} />
        {rowLink ? (
          <UnstyledButton className={classes.open} onClick={() => rowLink.open(row)}>
            {card(row)}
          </UnstyledButton>
        ) : (
          <div className={classes.open}>{card(row)}</div>
        )}
        {cardAction?.(row)}
        <ExpandRowButton {...props} />
      </div>
      {rowDetails && expanded.has(row.id) && <div className={classes.below}>{rowDetails.detail(row)}</div>}
    </div>
  )
}
