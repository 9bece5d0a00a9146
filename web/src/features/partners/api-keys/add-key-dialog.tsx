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
  const add = useAddKey()
  const made = add.data
  const [unsent, setUnsent] = useState(false)
  const { close, asking } = useConfirmClose(unsent && !made, 'Key ini belum dibuat. Tutup dan buang isiannya?', onClose)
  return (
    <Modal
      opened
      onClose={() => !add.isPending && close()}
      title={made ? 'Simpan key dan secret' : 'Tambah API key'}
      closeOnClickOutside={false}
      closeOnEscape={!made && !asking}
      withCloseButton={!made}
    >
      {made ? (
        <Stack gap="md">
          <Alert color="orange" variant="light" icon={<IconAlertTriangle size={20} />}>
            Secret ini hanya ditampilkan sekali. Salin sekarang ke software Anda.
          </Alert>
          <SecretText label="API key" text={made.apikey} />
          <SecretText label="Secret" text={made.secret} />
          <Button fullWidth onClick={onClose}>
            Saya sudah menyimpan
          </Button>
        </Stack>
      ) : (
        <NewKeyForm add={add} onUnsent={setUnsent} onClose={close} />
      )}
    </Modal>
  )
}

interface NewKeyProps {
  add: ReturnType<typeof useAddKey>
  onUnsent: (unsent: boolean) => void
  onClose: () => void
}

function NewKeyForm({ add, onUnsent, onClose }: NewKeyProps) {
  const { form, field, formProps, busy, unsent } = useServerForm({
    initialValues: { name: '', kind: 'live', ...toTypedTerms() },
    validate: { name: (name) => (name.trim() ? null : 'Nama wajib diisi') },
    send: ({ kind, ...asked }) => add.mutateAsync({ ...asked, test: kind === 'test' }),
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
