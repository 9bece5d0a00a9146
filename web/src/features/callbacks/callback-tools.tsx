import type { DataOf } from '@lapak/contract/call'
import type { callbackCalls } from '@lapak/contract/callbacks'
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconKey, IconSend } from '@tabler/icons-react'
import { useNewCallbackSecret, useTestCallback } from '#features/callbacks/callbacks.api.ts'
import { CodeBlock } from '#ui/code-block.tsx'
import { confirmFirst } from '#ui/confirm.tsx'
import { SecretText } from '#ui/secret-text.tsx'
import { Section } from '#ui/section.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'

/** Whether the member's server hears us, and the secret that it checks our signature with. */
export function CallbackTools({ hasCallback }: { hasCallback: boolean }) {
  const test = useTestCallback()
  const secret = useNewCallbackSecret()
  const askSecret = () =>
    confirmFirst({
      question: 'Ganti secret callback? Server Anda harus memakai yang baru, karena yang lama langsung tidak berlaku.',
      danger: true,
      onYes: () => secret.mutate(),
    })
  return (
    <Section title="Uji callback" hint="Kirim satu callback bertanda tangan ke alamat Anda dan lihat jawabannya.">
      <Group gap="xs">
        <Button leftSection={<IconSend size={18} />} disabled={!hasCallback} loading={test.isPending} onClick={() => test.mutate()}>
          Kirim callback uji
        </Button>
        <Button variant="default" leftSection={<IconKey size={18} />} loading={secret.isPending} onClick={askSecret}>
          Ganti secret callback
        </Button>
      </Group>
      {!hasCallback && (
        <Text size="sm" c="dimmed">
          Isi dan simpan alamat callback dahulu.
        </Text>
      )}
      {test.error && (
        <Text size="sm" c="red.8" role="alert">
          {test.error.message}
        </Text>
      )}
      {test.data && !test.isPending && <Exchange of={test.data} />}
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
    </Section>
  )
}

/** The request as it went out, word for word, and what came back. */
function Exchange({ of: { url, headers, body, status, answer, tookms, ok } }: { of: DataOf<typeof callbackCalls.test> }) {
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return (
    <Stack gap="md">
      <div>
        <Text size="sm" fw={650} mb={4}>
          Permintaan
        </Text>
        <CodeBlock>{[`POST ${url}`, ...head, '', body].join('\n')}</CodeBlock>
      </div>
      <div>
        <Group gap={8} mb={4}>
          <Text size="sm" fw={650}>
            Jawaban
          </Text>
          {ok ? (
            <StatusBadge colour="green" icon={IconCircleCheck} word={`Diterima, ${status} dalam ${tookms} ms`} />
          ) : (
            <StatusBadge
              colour="red"
              icon={IconCircleX}
              word={status === null ? 'Tidak ada jawaban' : `Ditolak, ${status} dalam ${tookms} ms`}
            />
          )}
        </Group>
        <CodeBlock>{answer || '(kosong)'}</CodeBlock>
      </div>
    </Stack>
  )
}
