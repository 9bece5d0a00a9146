import { wib } from '@lapak/contract/shared/time-text'
import { Stack, Text } from '@mantine/core'
import type { ConnectionState } from '#features/catalogue/seller-api/seller-api.api.ts'
import { CodeBlock } from '#ui/code-block.tsx'

/** The last answers that could not be parsed and the last failed requests. Each entry expands to its full text. */
export const ConnectionErrors = ({ errors }: { errors: ConnectionState['kesalahan'] }) => (
  <section aria-label="Kesalahan terakhir">
    <Text fw={600} mb={4}>
      Kesalahan terakhir
    </Text>
    {errors.length === 0 ? (
      <Text size="sm" c="dimmed">
        Tidak ada jawaban yang tidak dikenali.
      </Text>
    ) : (
      <Stack gap={4} component="ul" style={{ listStyle: 'none', padding: 0, margin: 0 }}>
        {errors.map((error) => (
          <li key={`${error.at.getTime()} ${error.permintaan}`}>
            <details>
              <Text component="summary" size="sm">
                {wib(error.at)} · {kindLabels[error.jenis] ?? error.jenis} · {error.terkirim ? 'jawaban tidak dikenali' : 'tidak terkirim'}
              </Text>
              <CodeBlock>{[error.permintaan, '', error.jawaban].join('\n')}</CodeBlock>
            </details>
          </li>
        ))}
      </Stack>
    )}
  </section>
)

const kindLabels: Partial<Record<string, string>> = { order: 'Pesanan', status: 'Cek status', report: 'Laporan' }
