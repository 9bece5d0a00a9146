import { Button } from '@mantine/core'
import { IconBook2 } from '@tabler/icons-react'
import { ConnectionState } from '#features/seller-api/connection-state.tsx'
import { ReportAddress } from '#features/seller-api/report-address.tsx'
import { SellerServer } from '#features/seller-api/seller-server.tsx'
import { ServerForm } from '#features/seller-api/server-form.tsx'
import { Section } from '#ui/section.tsx'

/** How the shop's server is reached, and what it is told about itself. */
export const SettingTab = () => (
  <>
    <Section title="API suplier" hint="Pesanan ke toko Anda dikirim ke server ini." action={guideButton}>
      <ServerForm submitWord="Simpan" />
    </Section>
    <ConnectionState />
    <ReportAddress />
    <SellerServer />
  </>
)

/** For whoever writes the seller's software. */
const guideButton = (
  <Button component="a" href="/docs" target="_blank" rel="noreferrer" variant="default" size="sm" leftSection={<IconBook2 size={18} />}>
    Dokumentasi server
  </Button>
)
