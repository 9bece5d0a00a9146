import { keyNameMax } from '@lapak/contract/api-keys'
import { TextInput } from '@mantine/core'
import { type ApiKey, useChangeKey } from '#features/api-keys/api-keys.api.ts'
import { KeyAddressesField, KeyTimeField } from '#features/api-keys/key-form-parts.tsx'
import { useServerForm } from '#lib/use-server-form.ts'
import { FormDialog } from '#ui/form-dialog.tsx'

/** Renames a key and changes from where and how it may be used. */
export function EditKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const change = useChangeKey({ shownInPlace: true })
  const { form, field, formProps, busy, unsent } = useServerForm({
    initialValues: { name: apiKey.name, timed: apiKey.timed, ip: apiKey.ip.replaceAll(',', ', ') },
    validate: { name: (name) => (name.trim() ? null : 'Nama wajib diisi') },
    send: (values) => change.mutateAsync({ id: apiKey.id, ...values }),
    onSent: onClose,
  })

  return (
    <FormDialog
      title="Ubah API key"
      of={{ formProps, busy }}
      loses={{ unsent: unsent && !change.isSuccess, question: 'Perubahan key ini belum disimpan. Tutup dan buang isiannya?' }}
      does="Simpan"
      ready={form.isDirty()}
      onClose={onClose}
    >
      <TextInput label="Nama" maxLength={keyNameMax} data-autofocus {...field('name')} />
      <KeyAddressesField {...field('ip')} />
      <KeyTimeField {...form.getInputProps('timed', { type: 'checkbox' })} />
    </FormDialog>
  )
}
