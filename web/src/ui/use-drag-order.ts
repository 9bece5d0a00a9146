import { type PointerEvent, type RefObject, useRef, useState } from 'react'

interface Drag {
  from: number
  to: number
  startY: number
  /** How far it was pulled. */
  pulled: number
  /** Where the rows stood when it began, top and height. */
  boxes: { top: number; height: number }[]
}

/**
 * Rows of a list are put in another order with mouse, pen or finger. While one is pulled the others make room; the document
 * itself changes only when it is let go, so the pointer is never lost.
 */
export function useDragOrder(list: RefObject<HTMLElement | null>, onMove: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null)
  // The last pull may not be rendered yet when the row is let go.
  const latest = useRef<Drag | null>(null)

  function keep(next: Drag | null) {
    latest.current = next
    setDrag(next)
  }

  function begin(event: PointerEvent<HTMLElement>, from: number) {
    if (event.button !== 0 || !list.current) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const boxes = [...list.current.children].map((row) => {
      const { top, height } = row.getBoundingClientRect()
      return { top, height }
    })
    keep({ from, to: from, startY: event.clientY, pulled: 0, boxes })
  }

  function pull(event: PointerEvent<HTMLElement>) {
    if (!latest.current) return
    const pulled = event.clientY - latest.current.startY
    keep({ ...latest.current, pulled, to: placeOf(latest.current, pulled) })
  }

  function letGo() {
    const { from, to } = latest.current ?? { from: 0, to: 0 }
    keep(null)
    if (from !== to) onMove(from, to)
  }

  return {
    /** For the row's handle. */
    handle: (from: number) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => begin(event, from),
      onPointerMove: pull,
      onPointerUp: letGo,
      onPointerCancel: () => keep(null),
    }),
    /** For the row: how far it stands from its place just now. */
    shift: (row: number): number => (drag ? shiftOf(drag, row) : 0),
    dragged: drag?.from,
  }
}

const middle = ({ top, height }: Drag['boxes'][number]) => top + height / 2

/** The place among the others whose middles are above its own. */
function placeOf({ from, boxes }: Drag, pulled: number): number {
  const own = boxes[from]
  if (!own) return from
  return boxes.filter((box, row) => row !== from && middle(box) < middle(own) + pulled).length
}

function shiftOf({ from, to, pulled, boxes }: Drag, row: number): number {
  if (row === from) return pulled
  const [own, first, second] = [boxes[from], boxes[0], boxes[1]]
  if (!own || !first || !second) return 0
  const room = own.height + second.top - first.top - first.height
  if (from < row && row <= to) return -room
  return to <= row && row < from ? room : 0
}
