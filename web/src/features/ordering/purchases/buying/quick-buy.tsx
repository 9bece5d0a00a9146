import { Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { NumberPicker } from '#features/ordering/purchases/buying/buy-picker.tsx'
import classes from '#features/ordering/purchases/buying/quick-buy.module.css'
import { ResumeList } from '#features/ordering/purchases/buying/resume-list.tsx'
import { useAreTargetsLoaded } from '#features/ordering/purchases/buying/use-are-targets-loaded.ts'
import { useOpenPurchaseDialog } from '#lib/use-open-purchase-dialog.ts'
import { Card } from '#ui/card.tsx'
import { belowSmQuery } from '#ui/media-queries.ts'

const recentsAtHome = 5

/** Begins a purchase on the home page: the target is typed here, the confirmation follows in a dialog. */
export function QuickBuy() {
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const card = useRef<HTMLDivElement>(null)
  const buy = useOpenPurchaseDialog()
  const settled = useAreTargetsLoaded()
  const phone = useMediaQuery(belowSmQuery, undefined, { getInitialValueInEffect: false })
  // The field gets the focus only on devices with a keyboard: an on-screen keyboard that opens by itself would cover the page of a phone.
  const hasKeyboard = useMediaQuery('(hover: hover) and (pointer: fine)', false, { getInitialValueInEffect: false })

  // The on-screen keyboard takes half of the screen, so the products are scrolled into the other half.
  const writing = typed !== ''
  useEffect(() => {
    if (writing && phone) card.current?.scrollIntoView({ block: 'start' })
  }, [writing, phone])

  /** The typed target is cleared, so that the field is ready for the next target when the dialog closes. */
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
      <ResumeList mb="sm" fullWidth onOpen={() => buy({ many: '' })} />
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
