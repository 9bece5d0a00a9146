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

/** The estimated heights of a row in px. */
const heights = { tight: 41, normal: 53, card: 110 }

/** The virtualised rows of a long table. Each row is in a <tbody> of its own, together with the head of its group and its expanded details. */
export function VirtualGridRows({ count, density, scroll, keyOf, rowAt }: LongRowsProps) {
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

/** An empty row with the height of the rows that are not rendered. */
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

/** The virtualised cards of a long list on phones, where the list scrolls with the page. */
export function VirtualCards({ count, className, label, stale, cardAt }: LongCardsProps) {
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
