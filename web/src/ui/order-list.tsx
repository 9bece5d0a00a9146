import { ActionIcon, NumberInput, VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconGripVertical } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Card, type CardProps } from '#ui/card.tsx'
import classes from '#ui/order-list.module.css'
import { useDragOrder } from '#ui/use-drag-order.ts'

interface OrderListProps<Row extends { id: bigint }> {
  /** What is put in order, for screen readers. */
  label: string
  rows: Row[]
  nameOf: (row: Row) => string
  look?: (row: Row) => CardProps['look']
  words: (row: Row) => ReactNode
  /** All of them in their new order; missing where it is not for this person to say. */
  onOrder?: ((rows: Row[]) => void) | undefined
}

/** Rows with an order of their own. Put in order by pulling, by buttons, or by number. */
export function OrderList<Row extends { id: bigint }>({ label, rows, nameOf, look, words, onOrder }: OrderListProps<Row>) {
  const list = useRef<HTMLOListElement>(null)
  const [announcement, setAnnouncement] = useState('')
  const refocus = useRef<string | null>(null)
  const drag = useDragOrder(list, move)

  // A row that is moved in the document loses the focus.
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
            <div className={classes.words}>{words(row)}</div>
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
      {/* Not `disabled` at the ends: the focus would be lost on the way there. */}
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

/** The place as a number; taken over when it is left or Enter is pressed. */
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
