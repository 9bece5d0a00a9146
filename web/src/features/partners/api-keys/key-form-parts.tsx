import { firstKeyTerms, type KeyTerms } from '@lapak/contract/shared/key-terms'
import { addressListMax } from '@lapak/contract/shared/wire'
import { Checkbox, type CheckboxProps, TextInput, type TextInputProps } from '@mantine/core'

/** The settings of an API key apart from its name: the allowed IP addresses, and whether requests must contain the time. */
type TypedTerms = Omit<KeyTerms, 'name' | 'test'>

export const toTypedTerms = ({ timed, ip }: TypedTerms = firstKeyTerms): TypedTerms => ({ timed, ip: ip.replaceAll(',', ', ') })

interface KeyTermFieldsProps {
  field: (name: 'ip') => TextInputProps
  form: { getInputProps(name: keyof TypedTerms, how: { type: 'checkbox' }): CheckboxProps }
}

export const KeyTermFields = ({ field, form }: KeyTermFieldsProps) => (
  <>
    <TextInput
      label="Daftar IP key ini"
      description="Kosong: memakai daftar IP umum. Beberapa dipisah koma."
      maxLength={addressListMax}
      {...field('ip')}
    />
    {/* Protects against reuse of an intercepted URL; applies only to the GET channel. */}
    <Checkbox
      label="Wajib time pada API GET"
      description="Permintaan tanpa time yang baru ditolak, jadi alamat yang terbaca orang lain tidak bisa dipakai lagi. Nyalakan setelah software Anda mengirimnya."
      {...form.getInputProps('timed', { type: 'checkbox' })}
    />
  </>
)
