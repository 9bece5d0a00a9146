import { Skeleton, UnstyledButton } from '@mantine/core'
import { Fragment } from 'react'
import classes from '#ui/data-table.module.css'
import { type DataTableProps, headAbove } from '#ui/data-table-props.ts'

/** The list on a phone: a card per row, and a tap for the rest. */
export function CardList<Row extends { id: bigint }>(props: DataTableProps<Row>) {
  const { list, card, label, changes, opens } = props
  const { rows, stale } = list
  return (
    <ul className={classes.cards} aria-label={label} data-stale={stale || undefined} aria-busy={!rows || stale}>
      {rows
        ? rows.map((row, place) => {
            const change = changes?.get(row.id.toString())
            const head = headAbove(props, place)
            return (
              <Fragment key={row.id.toString()}>
                {head && <li className={classes.groupCard}>{head}</li>}
                <li className={classes.card} data-change={change ? change % 2 : undefined}>
                  {opens ? (
                    <UnstyledButton className={classes.open} onClick={() => opens.open(row)}>
                      {card(row)}
                    </UnstyledButton>
                  ) : (
                    <div className={classes.open}>{card(row)}</div>
                  )}
                </li>
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
    </ul>
  )
}
