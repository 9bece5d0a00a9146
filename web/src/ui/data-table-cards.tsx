import { Skeleton, UnstyledButton } from '@mantine/core'
import { Fragment } from 'react'
import classes from '#ui/data-table.module.css'
import { Choose, Unfold } from '#ui/data-table-parts.tsx'
import { type FormProps, headAbove } from '#ui/data-table-props.ts'
import { useGrownRows } from '#ui/use-grown-rows.ts'

/** The list on a phone: a card per row, and a tap for the rest. */
export function CardList<Row extends { id: bigint }>(props: FormProps<Row>) {
  const { list, label } = props
  const { rows, stale } = list
  const { grown, more, end } = useGrownRows<Row, HTMLLIElement>(rows)
  return (
    <>
      <ul className={classes.cards} aria-label={label} data-stale={stale || undefined} aria-busy={!rows || stale}>
        {grown
          ? grown.map((row, place) => {
              const head = headAbove(props, place)
              return (
                <Fragment key={row.id.toString()}>
                  {head && <li className={classes.groupCard}>{head}</li>}
                  <Card {...props} row={row} />
                </Fragment>
              )
            })
          : ['a', 'b', 'c', 'd', 'e'].map((bone) => (
              <li key={bone} className={classes.card}>
                <div className={classes.open}>
                  <Skeleton height={16} width="55%" mb={10} />
                  <Skeleton height={14} width="75%" mb={10} />
                  <Skeleton height={14} width="40%" />
                </div>
              </li>
            ))}
        {more && (
          <li ref={end} className={classes.card}>
            <div className={classes.open}>
              <Skeleton height={16} />
            </div>
          </li>
        )}
      </ul>
      <Totals {...props} />
    </>
  )
}

function Card<Row extends { id: bigint }>(props: FormProps<Row> & { row: Row }) {
  const { row, card, changes, opens, chosen, unfolds, unfolded } = props
  const change = changes?.get(row.id.toString())
  return (
    <li className={classes.card} data-chosen={chosen.has(row.id) || undefined} data-change={change ? change % 2 : undefined}>
      <div className={classes.face}>
        <Choose {...props} />
        {opens ? (
          <UnstyledButton className={classes.open} onClick={() => opens.open(row)}>
            {card(row)}
          </UnstyledButton>
        ) : (
          <div className={classes.open}>{card(row)}</div>
        )}
        <Unfold {...props} />
      </div>
      {unfolds && unfolded.has(row.id) && <div className={classes.below}>{unfolds.detail(row)}</div>}
    </li>
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
