import type { ExchangeKind, SaleDetail } from '@lapak/contract/ordering/purchases'
import { wib } from '@lapak/contract/shared/time-text'
import { Stack, Text } from '@mantine/core'
import { CodeBlock } from '#ui/code-block.tsx'

const kindLabels: Record<ExchangeKind, string> = {
  order: 'Pesanan dikirim',
  status: 'Status ditanyakan',
  report: 'Laporan diterima',
  force: 'Diputuskan',
}

/** The messages between Lapak and a seller's server in full, oldest first. */
export function ExchangeList({ exchanges }: { exchanges: SaleDetail['exchanges'] }) {
  return (
    <section>
      <Text component="h3" fw={650} mb={8}>
        Percakapan dengan server
      </Text>
      {exchanges.length === 0 ? (
        <Text size="sm" c="dimmed">
          Belum ada yang dikirim atau diterima.
        </Text>
      ) : (
        <Stack component="ol" gap="md">
          {exchanges.map((exchange, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they have no number, and none goes away
            <li key={at}>
              <Text size="sm" fw={600}>
                {kindLabels[exchange.kind]}
              </Text>
              <Text size="xs" c="dimmed" mb={4}>
                {wib(exchange.at)}
                {exchange.tookms !== null && ` · ${exchange.tookms} ms`}
              </Text>
              <Stack gap={6}>
                {exchange.request && <CodeBlock>{exchange.request}</CodeBlock>}
                {exchange.answer && <CodeBlock>{exchange.answer}</CodeBlock>}
              </Stack>
            </li>
          ))}
        </Stack>
      )}
    </section>
  )
}
