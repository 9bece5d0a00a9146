import { pinLength, pinTooShort } from '@lapak/contract/members/pin'
import { PasswordInput } from '@mantine/core'
import type { Ref } from 'react'

interface PinFieldProps {
  pin: string
  error: string | null
  onType: (pin: string) => void
  ref?: Ref<HTMLInputElement>
}

/** The transaction PIN, digits only. */
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

/** Validates a PIN before a request. */
export const pinError = (pin: string): string | null => (pin.length < pinLength ? pinTooShort : null)
