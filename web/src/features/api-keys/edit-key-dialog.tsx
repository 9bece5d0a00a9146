import { keyNameMax } from '@lapak/contract/api-keys'
import { Modal, Stack, TextInput } from '@mantine/core'
import { type ApiKey, useChangeKey } from '#features/api-keys/api-keys.api.ts'
import { KeyAddressesField, KeyFormEnd, KeyTimeField } from '#features/api-keys/key-form-parts.tsx'
import { useAskBeforeClosing } from '#lib/ask-before-leaving.ts'
import { useServerForm } from '#lib/use-server-form.ts'

/** Renames a key and changes from where and how it may be used. */
export function EditKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const change = useChangeKey({ shownInPlace: true })
  const { form, field, formProps, busy, unsent } = useServerForm({
    initialValues: { name: apiKey.name, timed: apiKey.timed, ip: apiKey.ip.replaceAll(',', ', ') },
    validate: { name: (name) => (name.trim() ? null : 'Nama wajib diisi') },
    send: (values) => change.mutateAsync({ id: apiKey.id, ...values }),
    onSent: onClose,
  })
  const { close, asking } = useAskBeforeClosing(
    unsent && !change.isSuccess,
    'Perubahan key ini belum disimpan. Tutup dan buang isiannya?',
    onClose,
  )

  return (
    <Modal opened onClose={() => !busy && close()} title="Ubah API key" closeOnClickOutside={false} closeOnEscape={!asking}>
      <form {...formProps}>
        <Stack gap="md">
          <TextInput label="Nama" maxLength={keyNameMax} data-autofocus {...field('name')} />
          <KeyAddressesField {...field('ip')} />
          <KeyTimeField {...form.getInputProps('timed', { type: 'checkbox' })} />
          <KeyFormEnd sending={busy} submit="Simpan" disabled={!form.isDirty()} onClose={close} />
        </Stack>
      </form>
    </Modal>
  )
}
