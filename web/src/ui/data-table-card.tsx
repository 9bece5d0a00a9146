import { UnstyledButton } from '@mantine/core'
import type { Ref } from 'react'
import classes from '#ui/data-table.module.css'
import { Choose, Unfold } from '#ui/data-table-parts.tsx'
import { type FormProps, headAbove } from '#ui/data-table-props.ts'

interface PlacedProps<Row extends { id: bigint }> extends FormProps<Row> {
  place: number
  measure?: Ref<HTMLLIElement>
}

/** A card with the head of its group, where another one begins. */
export function PlacedCard<Row extends { id: bigint }>({ place, measure, ...props }: PlacedProps<Row>) {
  const row = props.list.rows?.[place]
  if (!row) return null
  const head = headAbove(props, place)
  return (
    <li ref={measure} data-index={place} className={classes.placed}>
      {head && <div className={classes.groupCard}>{head}</div>}
      <Card {...props} row={row} />
    </li>
  )
}

function Card<Row extends { id: bigint }>(props: FormProps<Row> & { row: Row }) {
  const { row, card, cardAction, changes, opens, chosen, unfolds, unfolded } = props
  const change = changes?.get(row.id.toString())
  return (
    <div className={classes.card} data-chosen={chosen.has(row.id) || undefined} data-change={change ? change % 2 : undefined}>
      <div className={classes.face}>
        <Choose {...props} />
        {opens ? (
          <UnstyledButton className={classes.open} onClick={() => opens.open(row)}>
            {card(row)}
          </UnstyledButton>
        ) : (
          <div className={classes.open}>{card(row)}</div>
        )}
        {cardAction?.(row)}
        <Unfold {...props} />
      </div>
      {unfolds && unfolded.has(row.id) && <div className={classes.below}>{unfolds.detail(row)}</div>}
    </div>
  )
}
