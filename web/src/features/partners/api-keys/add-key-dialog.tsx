import { keyNameMax } from '@lapak/contract/shared/key-terms'
import { Alert, Button, Modal, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useAddKey } from '#features/partners/api-keys/api-keys.api.ts'
import { KeyTermFields, toTypedTerms } from '#features/partners/api-keys/key-form-parts.tsx'
import { useConfirmClose } from '#lib/use-confirm-leave.ts'
import { useRestoreFocus } from '#lib/use-restore-focus.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { FormActions } from '#ui/form-actions.tsx'
import { SecretText } from '#ui/secret-text.tsx'

/** Creates an API key, then shows the key and its secret, which cannot be shown again later. */
export function AddKeyDialog({ onClose }: { onClose: () => void }) {
  useRestoreFocus()
  const addKey = useAddKey()
  const created = addKey.data
  const [unsent, setUnsent] = useState(false)
  const { close, asking } = useConfirmClose(unsent && !created, 'Key ini belum dibuat. Tutup dan buang isiannya?', onClose)
  return (
    <Modal
      opened
      onClose={() => !addKey.isPending && close()}
      title={created ? 'Simpan key dan secret' : 'Tambah API key'}
      closeOnClickOutside={false}
      closeOnEscape={!created && !asking}
      withCloseButton={!created}
    >
      {created ? (
        <Stack gap="md">
          <Alert color="orange" variant="light" icon={<IconAlertTriangle size={20} />}>
            Secret ini hanya ditampilkan sekali. Salin sekarang ke software Anda.
          </Alert>
          <SecretText label="API key" text={created.apikey} />
          <SecretText label="Secret" text={created.secret} />
          <Button fullWidth onClick={onClose}>
            Saya sudah menyimpan
          </Button>
        </Stack>
      ) : (
        <NewKeyForm addKey={addKey} onUnsent={setUnsent} onClose={close} />
      )}
    </Modal>
  )
}

interface NewKeyProps {
  addKey: ReturnType<typeof useAddKey>
  onUnsent: (unsent: boolean) => void
  onClose: () => void
}

function NewKeyForm({ addKey, onUnsent, onClose }: NewKeyProps) {
  const { form, field, formProps, busy, unsent } = useServerForm({
    initialValues: { name: '', kind: 'live', ...toTypedTerms() },
    validate: { name: (name) => (name.trim() ? null : 'Nama wajib diisi') },
    send: ({ kind, ...asked }) => addKey.mutateAsync({ ...asked, test: kind === 'test' }),
  })
  useEffect(() => onUnsent(unsent), [unsent, onUnsent])

  return (
    <form {...formProps}>
      <Stack gap="md">
        <TextInput
          label="Nama"
          description="Supaya Anda tahu software mana yang memakainya"
          maxLength={keyNameMax}
          data-autofocus
          {...field('name')}
        />
        <div>
          <SegmentedControl
            fullWidth
            aria-label="Jenis key"
            data={[
              { value: 'live', label: 'Live' },
              { value: 'test', label: 'Test' },
            ]}
            {...field('kind')}
          />
          <Text size="xs" c="dimmed" mt={4}>
            {form.values.kind === 'test'
              ? 'Tidak ada yang terjual; digit terakhir nomor tujuan menentukan hasilnya.'
              : 'Pesanan sungguhan, memakai saldo.'}
          </Text>
        </div>
        <KeyTermFields field={field} form={form} />
        <FormActions busy={busy} submitLabel="Buat key" onClose={onClose} />
      </Stack>
    </form>
  )
}
