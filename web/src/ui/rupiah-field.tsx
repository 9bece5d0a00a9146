import { rupiahMax, rupiahText } from '@lapak/contract/shared/money'
import { TextInput, type TextInputProps } from '@mantine/core'
import { type ChangeEvent, useLayoutEffect, useRef, useState } from 'react'
import { caretAfterDigits, formatRupiahInput, type RupiahInput, updateRupiahInput } from '#lib/rupiah-input.ts'

interface RupiahFieldProps extends Pick<TextInputProps, 'inputWrapperOrder'> {
  label: string
  name?: string
  description?: string | undefined
  error?: string | null | undefined
  value: RupiahInput['money']
  /** Called with the amount in rupiah: null for an empty field, undefined for an invalid text. */
  onChange: (money: RupiahInput['money']) => void
  autoFocus?: boolean
}

/** The error of an amount that is missing or invalid; null if it is valid. */
export function rupiahError(money: RupiahInput['money']): string | null {
  if (money === undefined) return 'Tulis angka bulat saja, misalnya 50.000'
  return money !== null && money > rupiahMax ? `Paling banyak ${rupiahText(rupiahMax)}` : null
}

/** A field for whole rupiah. Dots are inserted while the user types; an invalid text stays as typed and shows an error. */
export function RupiahField({ value, onChange, autoFocus, error, ...words }: RupiahFieldProps) {
  const { text, type, field } = useRupiahTyped(value, onChange)
  return (
    <TextInput
      {...words}
      ref={field}
      size="md"
      data-autofocus={autoFocus || undefined}
      autoFocus={autoFocus}
      autoComplete="off"
      inputMode="numeric"
      leftSection="Rp"
      leftSectionPointerEvents="none"
      maxLength={30}
      value={text}
      onChange={type}
      error={rupiahError(value) ?? error}
    />
  )
}

function useRupiahTyped(value: RupiahInput['money'], onChange: RupiahFieldProps['onChange']) {
  const [typed, setTyped] = useState<RupiahInput>({ text: formatRupiahInput(value), money: value })
  const field = useRef<HTMLInputElement>(null)
  const digitsBefore = useRef<number>(undefined)
  // The value was changed by the form, not by typing, so it replaces the typed text.
  if (value !== typed.money) setTyped({ text: formatRupiahInput(value), money: value })

  useLayoutEffect(() => {
    if (digitsBefore.current === undefined) return
    const caret = caretAfterDigits(typed.text, digitsBefore.current)
    digitsBefore.current = undefined
    field.current?.setSelectionRange(caret, caret)
  }, [typed])

  function type(event: ChangeEvent<HTMLInputElement>) {
    const { value: text, selectionStart } = event.currentTarget
    const next = updateRupiahInput(typed.text, text, changesDigits(event.nativeEvent))
    if (next.text !== text) digitsBefore.current = text.slice(0, selectionStart ?? text.length).replace(/\D/g, '').length
    setTyped(next)
    onChange(next.money)
  }

  return { text: typed.text, type, field }
}

const changesDigits = (event: Event): boolean =>
  event instanceof InputEvent && (event.inputType.startsWith('delete') || /^\d+$/.test(event.data ?? ''))
