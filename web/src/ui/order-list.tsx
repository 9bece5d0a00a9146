import { ActionIcon, NumberInput, VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconGripVertical } from '@tabler/icons-react'
import { type PointerEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Card, type CardProps } from '#ui/card.tsx'
import classes from '#ui/order-list.module.css'

interface OrderListProps<Row extends { id: bigint }> {
  /** The subject of the list, for screen readers. */
  label: string
  rows: Row[]
  nameOf: (row: Row) => string
  look?: (row: Row) => CardProps['look']
  renderRow: (row: Row) => ReactNode
  /** Called with all rows in their new order; undefined if the user may not change it. */
  onOrder?: ((rows: Row[]) => void) | undefined
}

/** A list whose order can be changed by dragging rows, by buttons, or by typing a position. */
export function OrderList<Row extends { id: bigint }>({ label, rows, nameOf, look, renderRow, onOrder }: OrderListProps<Row>) {
  const list = useRef<HTMLOListElement>(null)
  const [announcement, setAnnouncement] = useState('')
  const refocus = useRef<string | null>(null)
  const drag = useDragOrder(list, move)

  // A row loses the focus when it is moved in the document, so the focus is restored.
  useEffect(() => {
    if (refocus.current) list.current?.querySelector<HTMLElement>(`[data-control="${refocus.current}"]`)?.focus()
    refocus.current = null
  })

  function move(from: number, to: number, control?: string) {
    const row = rows[from]
    if (!onOrder || !row || from === to || to < 0 || to >= rows.length) return
    const rest = rows.filter((other) => other !== row)
    onOrder([...rest.slice(0, to), row, ...rest.slice(to)])
    setAnnouncement(`${nameOf(row)} sekarang urutan ${to + 1} dari ${rows.length}`)
    refocus.current = control ? `${row.id}-${control}` : null
  }

  return (
    <>
      <ol ref={list} className={classes.list} aria-label={label}>
        {rows.map((row, place) => (
          <Card
            component="li"
            key={row.id.toString()}
            look={look?.(row)}
            p={8}
            className={classes.row}
            data-dragged={drag.dragged === place || undefined}
            data-dragging={drag.dragged !== undefined || undefined}
            style={{ transform: drag.shift(place) === 0 ? undefined : `translateY(${drag.shift(place)}px)` }}
          >
            {onOrder && rows.length > 1 && (
              <span className={classes.handle} aria-hidden title="Tarik untuk mengurutkan" {...drag.handle(place)}>
                <IconGripVertical size={20} />
              </span>
            )}
            <span className={classes.number}>{place + 1}</span>
            <div className={classes.words}>{renderRow(row)}</div>
            {onOrder && rows.length > 1 && (
              <Controls
                id={row.id}
                name={nameOf(row)}
                place={place}
                count={rows.length}
                onMove={(to, control) => move(place, to, control)}
              />
            )}
          </Card>
        ))}
      </ol>
      <VisuallyHidden component="div" role="status">
        {announcement}
      </VisuallyHidden>
    </>
  )
}

interface ControlsProps {
  id: bigint
  name: string
  place: number
  count: number
  onMove: (to: number, control: string) => void
}

function Controls({ id, name, place, count, onMove }: ControlsProps) {
  const control = (of: string) => ({ 'data-control': `${id}-${of}` })
  return (
    <div className={classes.controls}>
      <PlaceField key={place} name={name} place={place} count={count} onMove={(to) => onMove(to, 'place')} {...control('place')} />
      {/* Not `disabled` at the ends of the list, so that the button keeps the focus. */}
      <ActionIcon
        aria-label={`Naikkan ${name}`}
        aria-disabled={place === 0}
        data-end={place === 0 || undefined}
        className={classes.nudge}
        onClick={() => onMove(place - 1, 'up')}
        {...control('up')}
      >
        <IconChevronUp size={20} />
      </ActionIcon>
      <ActionIcon
        aria-label={`Turunkan ${name}`}
        aria-disabled={place === count - 1}
        data-end={place === count - 1 || undefined}
        className={classes.nudge}
        onClick={() => onMove(place + 1, 'down')}
        {...control('down')}
      >
        <IconChevronDown size={20} />
      </ActionIcon>
    </div>
  )
}

interface PlaceProps extends Pick<ControlsProps, 'name' | 'place' | 'count'> {
  onMove: (to: number) => void
  'data-control': string
}

/** The position of a row as a number. It is applied when the field loses the focus or Enter is pressed. */
function PlaceField({ name, place, count, onMove, ...rest }: PlaceProps) {
  const [text, setText] = useState<string | number>(place + 1)

  function take() {
    const wanted = Number(text)
    if (Number.isInteger(wanted) && wanted >= 1 && wanted <= count && wanted !== place + 1) onMove(wanted - 1)
    else setText(place + 1)
  }

  return (
    <NumberInput
      size="sm"
      className={classes.field}
      aria-label={`Urutan ${name}`}
      inputMode="numeric"
      hideControls
      min={1}
      max={count}
      clampBehavior="strict"
      allowDecimal={false}
      allowNegative={false}
      value={text}
      onChange={setText}
      onBlur={take}
      onKeyDown={(event) => event.key === 'Enter' && take()}
      {...rest}
    />
  )
}

// — Use drag order

interface Drag {
  from: number
  to: number
  startY: number
  /** The distance dragged, in px. */
  pulled: number
  /** Top and height of the rows when the drag began. */
  boxes: { top: number; height: number }[]
}

/**
 * Reorders rows by mouse, pen or touch. During the drag, the other rows are only shifted visually. The document changes when the row is dropped, so
 * that the pointer capture is not lost.
 */
function useDragOrder(list: RefObject<HTMLElement | null>, onMove: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null)
  // A ref instead of state, because the last move may not be rendered yet when the row is dropped.
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
    /** Returns the props of a row's drag handle. */
    handle: (from: number) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => begin(event, from),
      onPointerMove: pull,
      onPointerUp: letGo,
      onPointerCancel: () => keep(null),
    }),
    /** The current visual offset of a row from its position, in px. */
    shift: (row: number): number => (drag ? shiftOf(drag, row) : 0),
    dragged: drag?.from,
  }
}

const middle = ({ top, height }: Drag['boxes'][number]) => top + height / 2

/** The index at which the dragged row would be dropped: after all rows whose middle is above the middle of the dragged row. */
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
