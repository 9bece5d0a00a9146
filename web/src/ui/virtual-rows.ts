import { useVirtualizer, useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { useEffect, useState } from 'react'

/** Rows beyond what is seen, on each side: enough for a flick of the thumb and for the next stop of a keyboard. */
const overscan = 5

/** Of a long list only what is near the window is built; the rest is room of its height. */
interface VirtualRows<Item extends Element> {
  /** The places that are built. */
  places: number[]
  /** Room for those before and behind, in px. */
  before: number
  behind: number
  /** A row says how high it is; it names its place in `data-index`. */
  measure: (row: Item | null) => void
}

interface RowsAsked {
  count: number
  /** Of a row that has not been seen yet. */
  height: number
  gap?: number
  /** So few are built all at once. */
  few?: number
}

/** Rows that scroll with the page. `list` is put on an element that stands where they begin, and does not go away. */
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

/** Rows that scroll within an element of their own, which is null until it stands. */
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

/** How far below the beginning of the page it stands, whatever opens or closes above it. */
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
