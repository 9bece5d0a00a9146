import { Modal, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type ApiKey, useChangeKey } from '#features/api-keys/api-keys.api.ts'
import { KeyAddressesField, KeyFormEnd } from '#features/api-keys/key-form-parts.tsx'
import { ApiError } from '#lib/api-error.ts'
import { useAskBeforeLeaving } from '#lib/ask-before-leaving.ts'

/** Renames a key and changes from where it may be used. */
export function EditKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const change = useChangeKey({ shownInPlace: true })
  const form = useForm({
    initialValues: { name: apiKey.name, ip: apiKey.ip.replaceAll(',', ', ') },
    validate: { name: (name) => (name.trim() ? null : 'Nama wajib diisi') },
  })
  const dirty = form.isDirty()
  const asking = useAskBeforeLeaving(dirty && !change.isSuccess, 'Perubahan key ini belum disimpan. Tutup dan buang isiannya?')
  const refused = change.error instanceof ApiError ? change.error.errors : {}

  return (
    <Modal opened onClose={() => !change.isPending && onClose()} title="Ubah API key" closeOnClickOutside={false} closeOnEscape={!asking}>
      <form
        noValidate
        onSubmit={form.onSubmit(
          (values) => change.mutate({ id: apiKey.id, ...values }, { onSuccess: onClose }),
          () => form.getInputNode('name')?.focus(),
        )}
      >
        <Stack gap="md">
          <TextInput
            label="Nama"
            maxLength={60}
            data-autofocus
            key={form.key('name')}
            {...form.getInputProps('name')}
            error={form.errors.name ?? refused.name}
          />
          <KeyAddressesField key={form.key('ip')} {...form.getInputProps('ip')} error={form.errors.ip ?? refused.ip} />
          <KeyFormEnd
            refusal={Object.keys(refused).length === 0 ? change.error?.message : undefined}
            sending={change.isPending}
            submit="Simpan"
            disabled={!dirty}
            onClose={onClose}
          />
        </Stack>
      </form>
    </Modal>
  )
}
