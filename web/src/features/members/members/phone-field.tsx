import { TextInput } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { normalisePhone } from '#features/members/members/phone.ts'

interface PhoneFieldProps {
  value: string
  error?: ReactNode
  onBlur?: () => void
  'data-autofocus'?: boolean
  onChange: (phone: string) => void
  /** Whether the input is read-only, because a verified phone number cannot be changed here. */
  locked?: boolean
}

export function PhoneField({ onChange, locked = false, ...rest }: PhoneFieldProps) {
  return (
    <TextInput
      {...rest}
      label="Nomor Telp"
      name="memberphone"
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      placeholder="0812…"
      maxLength={30}
      readOnly={locked}
      variant={locked ? 'filled' : undefined}
      rightSection={locked && <IconLock size={16} aria-hidden />}
      description={locked ? 'Sudah diverifikasi, tidak dapat diganti' : 'Nomor yang aktif di WhatsApp'}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      onChange={(event) => onChange(normalisePhone(event.currentTarget.value))}
    />
  )
}
