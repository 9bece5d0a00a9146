import type { callbackCalls } from '@lapak/contract/partners/callbacks'
import type { DataOf } from '@lapak/contract/shared/call'
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleX, IconSend } from '@tabler/icons-react'
import { useTestCallback } from '#features/partners/callbacks/callbacks.api.ts'
import { NewCallbackSecret } from '#features/partners/callbacks/new-callback-secret.tsx'
import { CodeBlock } from '#ui/code-block.tsx'
import { Section } from '#ui/section.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'

/** Tests the member's callback endpoint, and shows the secret with which the endpoint verifies Lapak's signatures. */
export function CallbackTools({ hasCallback }: { hasCallback: boolean }) {
  const test = useTestCallback()
  return (
    <Section title="Uji callback" hint="Kirim satu callback bertanda tangan ke alamat Anda dan lihat jawabannya.">
      <Group gap="xs">
        <Button leftSection={<IconSend size={18} />} disabled={!hasCallback} loading={test.isPending} onClick={() => test.mutate()}>
          Kirim callback uji
        </Button>
        <NewCallbackSecret />
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
      {test.data && !test.isPending && <Exchange result={test.data} />}
    </Section>
  )
}

/** The request of the test as it was sent, and the answer to it. */
function Exchange({ result: { url, headers, body, status, answer, tookms, ok } }: { result: DataOf<typeof callbackCalls.test> }) {
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
            <StatusBadge colour="green" icon={IconCircleCheck} label={`Diterima, ${status} dalam ${tookms} ms`} />
          ) : (
            <StatusBadge
              colour="red"
              icon={IconCircleX}
              label={status === null ? 'Tidak ada jawaban' : `Ditolak, ${status} dalam ${tookms} ms`}
            />
          )}
        </Group>
        <CodeBlock>{answer || '(kosong)'}</CodeBlock>
      </div>
    </Stack>
  )
}
