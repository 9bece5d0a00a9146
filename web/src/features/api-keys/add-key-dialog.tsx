import { Alert, Button, Modal, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useAddKey } from '#features/api-keys/api-keys.api.ts'
import { KeyAddressesField, KeyFormEnd } from '#features/api-keys/key-form-parts.tsx'
import { ApiError } from '#lib/api-error.ts'
import { useAskBeforeLeaving } from '#lib/ask-before-leaving.ts'
import { SecretText } from '#ui/secret-text.tsx'

/** Makes a key, then shows it with its secret for the only time. */
export function AddKeyDialog({ onClose }: { onClose: () => void }) {
  const add = useAddKey()
  const made = add.data
  return (
    <Modal
      opened
      onClose={() => !add.isPending && onClose()}
      title={made ? 'Simpan key dan secret' : 'Tambah API key'}
      closeOnClickOutside={false}
      closeOnEscape={!made}
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
        <NewKeyForm add={add} onClose={onClose} />
      )}
    </Modal>
  )
}

function NewKeyForm({ add, onClose }: { add: ReturnType<typeof useAddKey>; onClose: () => void }) {
  const form = useForm({
    initialValues: { name: '', kind: 'live', ip: '' },
    validate: { name: (name) => (name.trim() ? null : 'Nama wajib diisi') },
  })
  useAskBeforeLeaving(form.isDirty() && !add.isSuccess, 'Key ini belum dibuat. Tutup dan buang isiannya?')
  const refused = add.error instanceof ApiError ? add.error.errors : {}

  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        ({ name, kind, ip }) => add.mutate({ name, test: kind === 'test', ip }),
        () => form.getInputNode('name')?.focus(),
      )}
    >
      <Stack gap="md">
        <TextInput
          label="Nama"
          description="Supaya Anda tahu software mana yang memakainya"
          maxLength={60}
          data-autofocus
          key={form.key('name')}
          {...form.getInputProps('name')}
          error={form.errors.name ?? refused.name}
        />
        <div>
          <SegmentedControl
            fullWidth
            aria-label="Jenis key"
            data={[
              { value: 'live', label: 'Live' },
              { value: 'test', label: 'Test' },
            ]}
            {...form.getInputProps('kind')}
          />
          <Text size="xs" c="dimmed" mt={4}>
            {form.values.kind === 'test'
              ? 'Tidak ada yang terjual; nomor berakhiran 0–8 memberi hasil tetap.'
              : 'Pesanan sungguhan, memakai saldo.'}
          </Text>
        </div>
        <KeyAddressesField key={form.key('ip')} {...form.getInputProps('ip')} error={form.errors.ip ?? refused.ip} />
        <KeyFormEnd
          refusal={Object.keys(refused).length === 0 ? add.error?.message : undefined}
          sending={add.isPending}
          submit="Buat key"
          onClose={onClose}
        />
      </Stack>
    </form>
  )
}
