import type { ReactNode, Ref } from 'react'
import type { Density } from '#ui/data-table-props.ts'
import { Table } from '#ui/table.tsx'
import { usePageRows, useScrolledRows } from '#ui/virtual-rows.ts'

interface LongRowsProps {
  count: number
  keyOf: (place: number) => string | undefined
  density: Density
  /** The scroll container of the table. */
  scroll: HTMLElement | null
  rowAt: (place: number) => ReactNode
}

/** The estimated height of a row in px. */
const heights = { tight: 41, normal: 53, card: 110 }

/** The virtualised rows of a long table; each row is a <tbody> of its own with its group head and its expanded details. */
export function LongGridRows({ count, density, scroll, keyOf, rowAt }: LongRowsProps) {
  const { places, before, behind, measure } = useScrolledRows<HTMLTableSectionElement>({ count, height: heights[density], scroll })
  return (
    <>
      <Room height={before} />
      {places.map((place) => (
        <Table.Tbody key={keyOf(place)} ref={measure} data-index={place}>
          {rowAt(place)}
        </Table.Tbody>
      ))}
      <Room height={behind} />
    </>
  )
}

/** The room of rows that are not rendered. */
const Room = ({ height }: { height: number }) =>
  height > 0 && (
    <tbody aria-hidden>
      <tr style={{ height }} />
    </tbody>
  )

interface LongCardsProps {
  count: number
  className: string | undefined
  label: string
  stale: boolean
  cardAt: (place: number, measure: Ref<HTMLLIElement>) => ReactNode
}

/** The same for phones, where the list scrolls with the page. */
export function LongCards({ count, className, label, stale, cardAt }: LongCardsProps) {
  const { list, places, before, behind, measure } = usePageRows<HTMLLIElement>({ count, height: heights.card, gap: 8 })
  return (
    <ul
      ref={list}
      className={className}
      style={{ paddingTop: before, paddingBottom: behind }}
      aria-label={label}
      data-stale={stale || undefined}
      aria-busy={stale}
    >
      {places.map((place) => cardAt(place, measure))}
    </ul>
  )
}
