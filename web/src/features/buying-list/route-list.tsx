import { ActionIcon, NumberInput, VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconGripVertical } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { RouteStep } from '#features/buying-list/buying-list.api.ts'
import { SellerLink } from '#features/buying-list/mapping-parts.tsx'
import { OfferState } from '#features/buying-list/offer-state.tsx'
import classes from '#features/buying-list/route-list.module.css'
import { useDragOrder } from '#features/buying-list/use-drag-order.ts'
import { Quality } from '#features/catalogue/quality.tsx'
import { Card } from '#ui/card.tsx'
import { Rupiah } from '#ui/money.tsx'

interface ListProps {
  steps: RouteStep[]
  /** Missing where another order than the buyer's own is in force. */
  onOrder?: ((ids: bigint[]) => void) | undefined
}

/** The way of an order through the sellers. Put in order by pulling, by buttons, or by number. */
export function RouteList({ steps, onOrder }: ListProps) {
  const list = useRef<HTMLOListElement>(null)
  const [said, setSaid] = useState('')
  const refocus = useRef<string | null>(null)
  const drag = useDragOrder(list, move)
  const first = steps.findIndex(({ state }) => state === 'open')

  // A row that is moved in the document loses the focus.
  useEffect(() => {
    if (refocus.current) list.current?.querySelector<HTMLElement>(`[data-control="${refocus.current}"]`)?.focus()
    refocus.current = null
  })

  function move(from: number, to: number, control?: string) {
    const step = steps[from]
    if (!onOrder || !step || from === to || to < 0 || to >= steps.length) return
    const rest = steps.filter((other) => other !== step)
    onOrder([...rest.slice(0, to), step, ...rest.slice(to)].map(({ id }) => id))
    setSaid(`${step.sellername} sekarang urutan ${to + 1} dari ${steps.length}`)
    refocus.current = control ? `${step.id}-${control}` : null
  }

  return (
    <>
      <ol ref={list} className={classes.list} aria-label="Rute pesanan">
        {steps.map((step, row) => (
          <Card
            component="li"
            key={step.id.toString()}
            look={row === first ? 'chosen' : step.state === 'open' ? undefined : 'off'}
            p={8}
            className={classes.step}
            data-dragged={drag.dragged === row || undefined}
            data-dragging={drag.dragged !== undefined || undefined}
            style={{ transform: drag.shift(row) === 0 ? undefined : `translateY(${drag.shift(row)}px)` }}
          >
            {onOrder && steps.length > 1 && (
              <span className={classes.handle} aria-hidden title="Tarik untuk mengurutkan" {...drag.handle(row)}>
                <IconGripVertical size={20} />
              </span>
            )}
            <span className={classes.number}>{row + 1}</span>
            <StepWords step={step} place={row === first ? 'first' : step.state === 'open' ? 'next' : 'skipped'} />
            {onOrder && steps.length > 1 && <StepControls step={step} row={row} count={steps.length} onMove={move} />}
          </Card>
        ))}
      </ol>
      <VisuallyHidden component="div" role="status">
        {said}
      </VisuallyHidden>
    </>
  )
}

const placeWords = { first: 'Dipakai sekarang', next: 'Cadangan', skipped: 'Dilewati' } as const

function StepWords({ step, place }: { step: RouteStep; place: keyof typeof placeWords }) {
  return (
    <div className={classes.words}>
      <div className={classes.line}>
        <SellerLink row={step} />
        <Rupiah of={step.price} strong />
      </div>
      <div className={classes.line}>
        <span className={classes.state}>
          <span className={classes.place} data-place={place}>
            {placeWords[place]}
          </span>
          {place === 'skipped' && <OfferState of={step.state} />}
        </span>
        <Quality {...step} />
      </div>
    </div>
  )
}

interface ControlsProps {
  step: RouteStep
  row: number
  count: number
  onMove: (from: number, to: number, control: string) => void
}

function StepControls({ step, row, count, onMove }: ControlsProps) {
  const control = (name: string) => ({ 'data-control': `${step.id}-${name}` })
  return (
    <div className={classes.controls}>
      <PlaceField key={row} step={step} row={row} count={count} onMove={(to) => onMove(row, to, 'place')} />
      {/* Not `disabled` at the ends: the focus would be lost on the way there. */}
      <ActionIcon
        aria-label={`Naikkan ${step.sellername}`}
        aria-disabled={row === 0}
        data-end={row === 0 || undefined}
        className={classes.nudge}
        onClick={() => onMove(row, row - 1, 'up')}
        {...control('up')}
      >
        <IconChevronUp size={20} />
      </ActionIcon>
      <ActionIcon
        aria-label={`Turunkan ${step.sellername}`}
        aria-disabled={row === count - 1}
        data-end={row === count - 1 || undefined}
        className={classes.nudge}
        onClick={() => onMove(row, row + 1, 'down')}
        {...control('down')}
      >
        <IconChevronDown size={20} />
      </ActionIcon>
    </div>
  )
}

/** The place as a number; taken over when it is left or Enter is pressed. */
function PlaceField({ step, row, count, onMove }: { step: RouteStep; row: number; count: number; onMove: (to: number) => void }) {
  const [text, setText] = useState<string | number>(row + 1)

  function take() {
    const place = Number(text)
    if (Number.isInteger(place) && place >= 1 && place <= count && place !== row + 1) onMove(place - 1)
    else setText(row + 1)
  }

  return (
    <NumberInput
      size="sm"
      className={classes.field}
      aria-label={`Urutan ${step.sellername}`}
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
      data-control={`${step.id}-place`}
    />
  )
}
