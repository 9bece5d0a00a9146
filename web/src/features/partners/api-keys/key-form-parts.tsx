import { firstKeyTerms, type KeyTerms } from '@lapak/contract/shared/key-terms'
import { addressListMax } from '@lapak/contract/shared/wire'
import { Checkbox, type CheckboxProps, TextInput, type TextInputProps } from '@mantine/core'

/** What is typed of a key, new or not, besides its name: from where and how it may be used. */
type TypedTerms = Omit<KeyTerms, 'name' | 'test'>

export const typedTerms = ({ timed, ip }: TypedTerms = firstKeyTerms): TypedTerms => ({ timed, ip: ip.replaceAll(',', ', ') })

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
    {/* Against whoever reads an address on its way; only of the channel that is asked by addresses. */}
    <Checkbox
      label="Wajib time pada API GET"
      description="Permintaan tanpa time yang baru ditolak, jadi alamat yang terbaca orang lain tidak bisa dipakai lagi. Nyalakan setelah software Anda mengirimnya."
      {...form.getInputProps('timed', { type: 'checkbox' })}
    />
  </>
)
