import { Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { NumberPicker } from '#features/ordering/purchases/buying/buy-picker.tsx'
import { BegunList } from '#features/ordering/purchases/buying/many-begun.tsx'
import classes from '#features/ordering/purchases/buying/quick-buy.module.css'
import { useNumbersKnown } from '#features/ordering/purchases/buying/use-numbers-known.ts'
import { useBuy } from '#lib/use-buy.ts'
import { belowSm } from '#ui/bounds.ts'
import { Card } from '#ui/card.tsx'

const recentsAtHome = 5

/** The purchase begun where everybody lands: the number here, the confirmation over the page. */
export function QuickBuy() {
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const card = useRef<HTMLDivElement>(null)
  const buy = useBuy()
  const settled = useNumbersKnown()
  const phone = useMediaQuery(belowSm, undefined, { getInitialValueInEffect: false })
  // A keyboard that comes by itself would cover a telephone's page.
  const hasKeyboard = useMediaQuery('(hover: hover) and (pointer: fine)', false, { getInitialValueInEffect: false })

  // The keyboard takes half of the screen; the products get the other one.
  const writing = typed !== ''
  useEffect(() => {
    if (writing && phone) card.current?.scrollIntoView({ block: 'start' })
  }, [writing, phone])

  /** The field is ready for the next number when the dialog closes. */
  function open(target: string, productcode: string) {
    setTyped('')
    field.current?.focus({ preventScroll: true })
    buy({ target, productcode })
  }
  function press(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    if (typed === '') field.current?.blur()
    setTyped('')
  }

  return (
    <Card
      ref={card}
      component="section"
      size="lg"
      aria-label="Beli"
      className={classes.quick}
      onKeyDown={press}
      data-writing={writing || undefined}
      data-unsettled={settled ? undefined : 'phone'}
    >
      <BegunList mb="sm" fullWidth onOpen={() => buy({ many: '' })} />
      <NumberPicker
        fieldRef={field}
        autoFocus={hasKeyboard}
        typed={typed}
        onType={setTyped}
        onRecent={(target) => {
          setTyped(target)
          field.current?.focus({ preventScroll: true })
        }}
        onAgain={open}
        onMany={(many) => buy({ many })}
        onChoose={({ productcode }, target) => open(target, productcode)}
        recents={recentsAtHome}
        hint="Ketik nomor tujuan, atau kode dan nomor seperti S10 0812…"
      />
      <Text size="sm" c="dimmed" mt="sm" className={classes.keys}>
        ↑ ↓ memilih produk, Enter melanjutkan. Tombol ? menampilkan semua tombol.
      </Text>
    </Card>
  )
}
