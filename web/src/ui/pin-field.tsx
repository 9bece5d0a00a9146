import { pinLength, pinTooShort } from '@lapak/contract/members/pin'
import { PasswordInput } from '@mantine/core'
import type { Ref } from 'react'

interface PinFieldProps {
  pin: string
  error: string | null
  onType: (pin: string) => void
  ref?: Ref<HTMLInputElement>
}

/** The field for the transaction PIN; accepts only digits. */
export function PinField({ pin, error, onType, ref }: PinFieldProps) {
  return (
    <PasswordInput
      ref={ref}
      label="PIN transaksi"
      inputMode="numeric"
      autoComplete="off"
      autoFocus
      data-autofocus
      maxLength={pinLength}
      visibilityToggleButtonProps={{ 'aria-label': 'Tampilkan PIN' }}
      value={pin}
      error={error}
      onChange={(event) => onType(event.currentTarget.value.replace(/\D/g, ''))}
    />
  )
}

/** The error of an incomplete PIN, shown before a request is sent; null if the PIN is complete. */
export const pinError = (pin: string): string | null => (pin.length < pinLength ? pinTooShort : null)
