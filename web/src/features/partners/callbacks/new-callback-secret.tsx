import { Alert, Button, Modal, Stack } from '@mantine/core'
import { IconAlertTriangle, IconKey } from '@tabler/icons-react'
import { useNewCallbackSecret } from '#features/partners/callbacks/callbacks.api.ts'
import { openConfirmation } from '#ui/confirm.tsx'
import { SecretText } from '#ui/secret-text.tsx'

/** Replaces the secret of the callback signatures, so that callbacks signed with the old secret are no longer valid. */
export function NewCallbackSecret() {
  const secret = useNewCallbackSecret()
  const ask = () =>
    openConfirmation({
      question: 'Ganti secret callback? Server Anda harus memakai yang baru, karena yang lama langsung tidak berlaku.',
      danger: true,
      onYes: () => secret.mutate(),
    })
  return (
    <>
      <Button variant="default" leftSection={<IconKey size={18} />} loading={secret.isPending} onClick={ask}>
        Ganti secret callback
      </Button>
      <Modal
        opened={secret.data !== undefined}
        onClose={secret.reset}
        title="Secret callback baru"
        closeOnClickOutside={false}
        closeOnEscape={false}
        withCloseButton={false}
      >
        {secret.data && (
          <Stack gap="md">
            <Alert color="orange" variant="light" icon={<IconAlertTriangle size={20} />}>
              Secret ini hanya ditampilkan sekali. Pasang sekarang di server Anda.
            </Alert>
            <SecretText label="Secret callback" text={secret.data.secret} />
            <Button fullWidth onClick={secret.reset}>
              Saya sudah menyimpan
            </Button>
          </Stack>
        )}
      </Modal>
    </>
  )
}
