import { NumberInput, type NumberInputProps } from '@mantine/core'

interface RupiahFieldProps {
  label: string
  name?: string
  description?: string
  error?: string | null
  value: bigint | null
  onChange: (money: bigint | null) => void
  autoFocus?: boolean
  inputWrapperOrder?: NumberInputProps['inputWrapperOrder']
}

/** Whole rupiah, with dots while they are typed. */
export function RupiahField({ value, onChange, autoFocus, ...words }: RupiahFieldProps) {
  return (
    <NumberInput
      {...words}
      size="md"
      data-autofocus={autoFocus || undefined}
      autoFocus={autoFocus}
      inputMode="numeric"
      prefix="Rp "
      thousandSeparator="."
      decimalSeparator=","
      allowDecimal={false}
      allowNegative={false}
      hideControls
      max={1_000_000_000_000}
      value={value === null ? '' : Number(value)}
      onValueChange={({ floatValue }) => onChange(floatValue === undefined ? null : BigInt(Math.trunc(floatValue)))}
    />
  )
}
