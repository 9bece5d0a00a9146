import { addressListMax } from '@lapak/contract/wire'
import { Button, Group, TextInput, type TextInputProps } from '@mantine/core'

/** From where a key may be used. */
export function KeyAddressesField(field: TextInputProps) {
  return (
    <TextInput
      label="Daftar IP key ini"
      description="Kosong: memakai daftar IP umum. Beberapa dipisah koma."
      maxLength={addressListMax}
      {...field}
    />
  )
}

interface KeyFormEndProps {
  sending: boolean
  submit: string
  disabled?: boolean
  onClose: () => void
}

export function KeyFormEnd({ sending, submit, disabled = false, onClose }: KeyFormEndProps) {
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" disabled={sending} onClick={onClose}>
        Batal
      </Button>
      <Button type="submit" disabled={disabled} loading={sending}>
        {submit}
      </Button>
    </Group>
  )
}
