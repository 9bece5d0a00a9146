import { keyNameMax } from '@lapak/contract/shared/key-terms'
import { TextInput } from '@mantine/core'
import { type ApiKey, useChangeKey } from '#features/partners/api-keys/api-keys.api.ts'
import { KeyTermFields, typedTerms } from '#features/partners/api-keys/key-form-parts.tsx'
import { useServerForm } from '#lib/use-server-form.ts'
import { FormDialog } from '#ui/form-dialog.tsx'

/** Renames a key and changes from where and how it may be used. */
export function EditKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const change = useChangeKey({ shownInPlace: true })
  const { form, field, formProps, busy, unsent } = useServerForm({
    initialValues: { name: apiKey.name, ...typedTerms(apiKey) },
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
      <KeyTermFields field={field} form={form} />
    </FormDialog>
  )
}
