import { addressListMax } from '@lapak/contract/wire'
import { Checkbox, type CheckboxProps, TextInput, type TextInputProps } from '@mantine/core'

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

/** Against whoever reads an address on its way; only of the door that is asked by addresses. */
export function KeyTimeField(field: CheckboxProps) {
  return (
    <Checkbox
      label="Wajib time pada API GET"
      description="Permintaan tanpa time yang baru ditolak, jadi alamat yang terbaca orang lain tidak bisa dipakai lagi. Nyalakan setelah software Anda mengirimnya."
      {...field}
    />
  )
}
