import type { sellerApiCalls } from '@lapak/contract/catalogue/seller-api'
import type { DataOf } from '@lapak/contract/shared/call'
import { rupiahText } from '@lapak/contract/shared/money'
import { Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleX, IconHelpCircle } from '@tabler/icons-react'
import { Card } from '#ui/card.tsx'
import { CodeBlock } from '#ui/code-block.tsx'
import { Facts } from '#ui/facts.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'

type TestAnswer = DataOf<typeof sellerApiCalls.test>

/** What left, what came back, and what of that was understood. */
export const TestResult = ({ answer, outdated }: { answer: TestAnswer; outdated: boolean }) => (
  <Card look="inset" component="section" aria-label="Hasil test" aria-live="polite">
    <Stack gap="sm">
      <Facts
        facts={[
          { label: 'Dipahami', value: <StatusBadge {...stateLabels[answer.state]} /> },
          { label: 'Keterangan', value: answer.message },
          { label: 'Saldo', value: answer.balance !== null && rupiahText(answer.balance) },
          { label: 'Lama', value: answer.request && `${answer.tookms.toLocaleString('id-ID')} ms` },
        ]}
      />
      {outdated && (
        <Text size="sm" c="dimmed">
          Isian sudah berubah sejak test ini.
        </Text>
      )}
      {answer.request && <Exchange title="Permintaan" text={answer.request} />}
      {answer.answer && <Exchange title="Jawaban" text={answer.answer} />}
    </Stack>
  </Card>
)

const Exchange = ({ title, text }: { title: string; text: string }) => (
  <div>
    <Text size="sm" fw={600} mb={4}>
      {title}
    </Text>
    <CodeBlock>{text}</CodeBlock>
  </div>
)

const stateLabels = {
  known: { colour: 'green', icon: IconCircleCheck, word: 'Server menjawab' },
  failed: { colour: 'red', icon: IconCircleX, word: 'Ditolak' },
  unknown: { colour: 'orange', icon: IconHelpCircle, word: 'Tidak dikenali' },
} as const
