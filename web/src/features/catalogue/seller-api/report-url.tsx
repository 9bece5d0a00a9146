import '@mantine/core/styles/List.layer.css'
import { Button, List, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { sellerApiQuery, useFullReportUrl } from '#features/catalogue/seller-api/seller-api.api.ts'
import { RenewReportUrl } from '#features/catalogue/seller-api/server-ends.tsx'
import { reportSteps } from '#features/catalogue/seller-api/server-labels.ts'
import { SecretText } from '#ui/secret-text.tsx'
import { Section } from '#ui/section.tsx'

/** The report URL that the seller enters in its own software, so that the software reports the final states of orders. */
export function ReportUrl() {
  const { data } = useQuery(sellerApiQuery)
  const whole = useFullReportUrl()
  if (!data?.reporturl) return null
  return (
    <Section
      title="Laporan ke Lapak"
      hint="Pasang alamat ini di software Anda, agar status akhir pesanan sampai tanpa harus ditanyakan."
      action={<RenewReportUrl />}
    >
      <Stack gap="md">
        {data.reporturl.endsWith('…') ? (
          <div>
            <Button variant="default" loading={whole.isPending} onClick={() => whole.mutate()}>
              Tampilkan alamat laporan
            </Button>
          </div>
        ) : (
          <SecretText label="Alamat laporan" text={data.reporturl} />
        )}
        <List size="sm" type="ordered" spacing={4} pl={24} listStyleType="decimal">
          {reportSteps[data.jenisapi].map((step) => (
            <List.Item key={step}>{step}</List.Item>
          ))}
        </List>
        <Text size="sm" c="dimmed">
          {data.reportaddresses === ''
            ? 'Laporan diterima dari alamat IP mana saja. Batasi di Pengaturan lanjutan bila server Anda beralamat tetap.'
            : `Laporan hanya diterima dari ${data.reportaddresses.replaceAll(',', ', ')}.`}
        </Text>
      </Stack>
    </Section>
  )
}
