import { Button } from '@mantine/core'
import { IconBook2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ConnectionState } from '#features/catalogue/seller-api/connection-state.tsx'
import { ReportAddress } from '#features/catalogue/seller-api/report-address.tsx'
import { sellerApiQuery } from '#features/catalogue/seller-api/seller-api.api.ts'
import { ServerForm } from '#features/catalogue/seller-api/server-form.tsx'
import { Section } from '#ui/section.tsx'

interface SettingTabProps {
  /** What is tried out at the saved server; `ready` once it is saved and tested. */
  selfTest: (ready: boolean) => ReactNode
}

/** How the shop's server is reached, and what it is told about itself. */
export function SettingTab({ selfTest }: SettingTabProps) {
  const { data: server } = useQuery(sellerApiQuery)
  return (
    <>
      <Section title="API suplier" hint="Pesanan ke toko Anda dikirim ke server ini." action={guideButton}>
        <ServerForm submitWord="Simpan" />
      </Section>
      <ConnectionState />
      <ReportAddress />
      {selfTest(server?.tested ?? false)}
    </>
  )
}

/** For whoever writes the seller's software. */
const guideButton = (
  <Button
    component="a"
    href="/docs/suplier#description/server-suplier-standar-http-get"
    target="_blank"
    rel="noreferrer"
    variant="default"
    size="sm"
    leftSection={<IconBook2 size={18} />}
  >
    Dokumentasi server
  </Button>
)
