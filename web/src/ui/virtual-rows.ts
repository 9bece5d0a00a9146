import { useVirtualizer, useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { useEffect, useState } from 'react'

/** Rows rendered beyond the visible ones on each side: enough for a flick and for the next tab stop. */
const overscan = 5

/** Virtualised rows: only rows near the viewport are rendered; the rest is empty room of the same height. */
interface VirtualRows<Item extends Element> {
  /** The indexes of the rendered rows. */
  places: number[]
  /** The room before and after them in px. */
  before: number
  behind: number
  /** The ref of a row, to measure its height; the row has its index in `data-index`. */
  measure: (row: Item | null) => void
}

interface RowsAsked {
  count: number
  /** The estimated height of a row that was not rendered yet. */
  height: number
  gap?: number
  /** Up to this number all rows are rendered. */
  few?: number
}

/** Rows that scroll with the page. `list` is the ref of a permanent element at the beginning of the rows. */
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

/** Rows that scroll within an element of their own, which is null until it is mounted. */
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

/** The distance from the top of the page, updated when content above it changes. */
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
