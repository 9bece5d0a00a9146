import { type SelfTestRunSituation, type SelfTestSituationName, selfTestSituations } from '@lapak/contract/selling/seller-self-test'
import { Group, Stack, Text } from '@mantine/core'
import { runsBadge, sourceWords, verdictBadges, waitsBadge } from '#features/selling/seller-self-test/self-test-labels.ts'
import { Card } from '#ui/card.tsx'
import { CodeBlock } from '#ui/code-block.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'

interface SituationProps {
  name: SelfTestSituationName
  /** As it went in the last run, if there was one. */
  ran: SelfTestRunSituation | undefined
}

/** One of the ten: what it is, and how the server did. */
export const SelfTestSituation = ({ name, ran }: SituationProps) => (
  <Card component="li" look="inset" aria-label={selfTestSituations[name].name}>
    <Stack gap={6}>
      <Group justify="space-between" gap="xs">
        <Text fw={650}>{selfTestSituations[name].name}</Text>
        {ran && <StatusBadge {...badgeOf(ran)} />}
      </Group>
      <Text size="sm" c="dimmed">
        {selfTestSituations[name].about}
      </Text>
      {ran?.saran && <Text size="sm">{ran.saran}</Text>}
      {ran && ran.langkah.length > 0 && <Conversation of={ran} />}
    </Stack>
  </Card>
)

const badgeOf = ({ hasil, mulai }: SelfTestRunSituation) => (hasil ? verdictBadges[hasil] : mulai ? runsBadge : waitsBadge)

/** Word for word, each with what was understood and what would follow for a real order. */
const Conversation = ({ of: { kodeproduk, tujuan, reffid, langkah } }: { of: SelfTestRunSituation }) => (
  <details>
    <Text component="summary" size="sm">
      Percakapan, {langkah.length} langkah
    </Text>
    <Stack gap="sm" mt="xs">
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        Referensi {reffid}, produk {kodeproduk}, tujuan {tujuan}. Di bawah ini rahasia dan isian Anda ditulis ***.
      </Text>
      {langkah.map((step) => (
        <div key={`${step.at.getTime()} ${step.cara}`}>
          <Text size="sm" fw={600}>
            {sourceWords[step.cara]}: {step.dipahami}
            {step.lamams !== null && <Took ms={step.lamams} />}
          </Text>
          <Text size="sm" c="dimmed">
            Pesanan sungguhan: {step.akibat}.{step.serialnumber && ` SN ${step.serialnumber}.`}
          </Text>
          <CodeBlock>{[step.permintaan, step.jawaban].filter(Boolean).join('\n\n')}</CodeBlock>
        </div>
      ))}
    </Stack>
  </details>
)

const Took = ({ ms }: { ms: number }) => (
  <Text span size="xs" c="dimmed" fw={400}>
    {' '}
    {ms.toLocaleString('id-ID')} ms
  </Text>
)
