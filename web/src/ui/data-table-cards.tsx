import { Skeleton, UnstyledButton } from '@mantine/core'
import classes from '#ui/data-table.module.css'
import type { DataTableProps } from '#ui/data-table-props.ts'

/** The list on a phone: a card per row, and a tap for the rest. */
export function CardList<Row>({ rows, rowKey, card, label, stale, changes, onOpen }: DataTableProps<Row>) {
  return (
    <ul className={classes.cards} aria-label={label} data-stale={stale || undefined} aria-busy={!rows || stale}>
      {rows
        ? rows.map((row) => {
            const change = changes?.get(rowKey(row))
            return (
              <li key={rowKey(row)} className={classes.card} data-change={change ? change % 2 : undefined}>
                {onOpen ? (
                  <UnstyledButton className={classes.open} onClick={() => onOpen(row)}>
                    {card(row)}
                  </UnstyledButton>
                ) : (
                  <div className={classes.open}>{card(row)}</div>
                )}
              </li>
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
