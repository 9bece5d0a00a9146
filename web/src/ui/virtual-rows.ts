import { useVirtualizer, useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { useEffect, useState } from 'react'

/** The number of rows that are rendered beyond the visible rows on each side: enough for fast scrolling and for the next tab stop. */
const overscan = 5

/** Virtualised rows: only rows near the viewport are rendered; an empty area has the height of all other rows. */
interface VirtualRows<Item extends Element> {
  /** The indexes of the rendered rows. */
  places: number[]
  /** The heights in px of the empty areas before and after the rendered rows. */
  before: number
  behind: number
  /** The ref of each row, with which its height is measured; the row must have its index in `data-index`. */
  measure: (row: Item | null) => void
}

interface RowsAsked {
  count: number
  /** The estimated height in px of a row that has not been rendered yet. */
  height: number
  gap?: number
  /** If there are no more rows than this, all rows are rendered. */
  few?: number
}

/** Virtualised rows that scroll with the page. `list` is the ref of an element at the beginning of the rows that is always rendered. */
export function usePageRows<Item extends Element>({ count, height, gap = 0, few = 0 }: RowsAsked) {
  const [list, setList] = useState<Element | null>(null)
  const top = useTopInPage(list)
  const rows = useWindowVirtualizer<Item>({
    count,
    gap,
    enabled: count > few,
    overscan,
    estimateSize: () => height,
    scrollMargin: top,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    useFlushSync: false,
  })
  const shown = count > few ? shownOf(rows, top) : { places: [...Array(count).keys()], before: 0, behind: 0, measure: rows.measureElement }
  return { list: setList, ...shown }
}

/** Virtualised rows that scroll within the element `scroll`, which is null until it is mounted. */
export function useScrolledRows<Item extends Element>({ count, height, scroll }: RowsAsked & { scroll: Element | null }) {
  const rows = useVirtualizer<Element, Item>({
    count,
    overscan,
    estimateSize: () => height,
    getScrollElement: () => scroll,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    useFlushSync: false,
  })
  return shownOf(rows, 0)
}

function shownOf<Item extends Element>(rows: Virtualizer<Window, Item> | Virtualizer<Element, Item>, top: number): VirtualRows<Item> {
  const items = rows.getVirtualItems()
  const [first, last] = [items[0], items.at(-1)]
  return {
    places: items.map(({ index }) => index),
    before: first ? first.start - top : 0,
    behind: last ? rows.getTotalSize() + top - last.end : rows.getTotalSize(),
    measure: rows.measureElement,
  }
}

/** The distance of an element from the top of the page in px, updated when content above the element changes. */
function useTopInPage(element: Element | null): number {
  const [top, setTop] = useState(0)
  useEffect(() => {
    if (!element) return
    const look = () => setTop(Math.round(element.getBoundingClientRect().top + window.scrollY))
    look()
    const watch = new ResizeObserver(look)
    watch.observe(document.body)
    return () => watch.disconnect()
  }, [element])
  return top
}
