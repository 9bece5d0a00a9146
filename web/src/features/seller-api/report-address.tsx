import '@mantine/core/styles/List.layer.css'
import { supplierKinds } from '@lapak/contract/seller-api'
import { Button, List, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { sellerApiQuery, useWholeReportAddress } from '#features/seller-api/seller-api.api.ts'
import { NewReportAddress } from '#features/seller-api/server-ends.tsx'
import { SecretText } from '#ui/secret-text.tsx'
import { Section } from '#ui/section.tsx'

/** What the seller sets up in its own software, so that final states come without being asked for. */
export function ReportAddress() {
  const { data } = useQuery(sellerApiQuery)
  const whole = useWholeReportAddress()
  if (!data?.reporturl) return null
  return (
    <Section
      title="Laporan ke Lapak"
      hint="Pasang alamat ini di software Anda, agar status akhir pesanan sampai tanpa harus ditanyakan."
      action={<NewReportAddress />}
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
          {steps[supplierKinds[data.jenisapi]].map((step) => (
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

/** Menus of these programs differ by version, so the steps name what has to be there, and what we read. */
const steps = {
  irs: [
    'Di IRS, pasang alamat ini sebagai URL report (callback) untuk reseller Lapak.',
    'Yang dibaca: clientid (idtrx dari Lapak), statuscode (1 sukses, 2 gagal), sn, dan msg.',
    'Uji dengan satu pesanan: statusnya berubah begitu laporan sampai.',
  ],
  otomax: [
    'Di OtomaX, pasang alamat ini sebagai URL report untuk reseller Lapak.',
    'Yang dibaca: refid (dari Lapak) dan message (teks jawaban lengkap), atau status 1 proses, 20 sukses, 40 gagal.',
    'Uji dengan satu pesanan: statusnya berubah begitu laporan sampai.',
  ],
  'http-get': [
    'Panggil alamat ini dengan GET setiap kali sebuah pesanan berakhir.',
    'Sertakan refid (dari Lapak), statuscode (1 sukses, 2 gagal), sn, dan msg.',
  ],
} as const
