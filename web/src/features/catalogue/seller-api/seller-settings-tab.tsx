import { wib } from '@lapak/contract/shared/time-text'
import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { IconBook2, IconCircleCheck, IconPlugConnected, IconPlugOff, IconZzz } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ConnectionErrors } from '#features/catalogue/seller-api/connection-errors.tsx'
import { ReportUrl } from '#features/catalogue/seller-api/report-url.tsx'
import {
  connectionQuery,
  type ConnectionState as State,
  sellerApiQuery,
  useEndSuspension,
} from '#features/catalogue/seller-api/seller-api.api.ts'
import { StopServer } from '#features/catalogue/seller-api/server-ends.tsx'
import { ServerForm } from '#features/catalogue/seller-api/server-form.tsx'
import { Facts } from '#ui/facts.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Section } from '#ui/section.tsx'
import { ErrorState } from '#ui/states.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'

interface SettingTabProps {
  /** Renders the self-test of the saved server; `ready` is true when the server is saved and tested. */
  selfTest: (ready: boolean) => ReactNode
}

/** The connection to the seller's own server, and the state of the connection. */
export function SellerSettingsTab({ selfTest }: SettingTabProps) {
  const { data: server } = useQuery(sellerApiQuery)
  return (
    <>
      <Section title="API suplier" hint="Pesanan ke toko Anda dikirim ke server ini." action={guideButton}>
        <ServerForm submitWord="Simpan" />
      </Section>
      <ConnectionState />
      <ReportUrl />
      {selfTest(server?.tested ?? false)}
    </>
  )
}

/** Documentation for the developer of the seller's software. */
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

// — Connection state

/** The state of the connection to the seller's server, refreshed while the tab is open. */
function ConnectionState() {
  const { data: server } = useQuery(sellerApiQuery)
  // Not asked for before the settings are there, so that a seller that needs a second factor first is told of it once and not at each refresh.
  const { data, error, refetch } = useQuery({ ...connectionQuery, enabled: Boolean(server?.apiurl) })
  if (!server?.apiurl) return null
  return (
    <Section
      title="Keadaan koneksi"
      hint="Keberhasilan dan kecepatan dihitung setiap sepuluh menit; yang lain saat ini juga."
      action={server.tested && <StopServer server={server} />}
    >
      {data ? (
        <Shown of={data} used={server.tested} />
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={220} />
      )}
    </Section>
  )
}

const Shown = ({ of, used }: { of: State; used: boolean }) => (
  <Stack gap="md">
    {of.istirahat && <Suspension rest={of.istirahat} />}
    <Facts
      facts={[
        {
          label: 'Koneksi',
          value: !used ? (
            <StatusBadge colour="gray" icon={IconPlugOff} label="Tidak dipakai" />
          ) : of.istirahat ? (
            <StatusBadge colour="orange" icon={IconZzz} label="Diistirahatkan" />
          ) : (
            <StatusBadge colour="green" icon={IconCircleCheck} label="Menerima pesanan" />
          ),
        },
        { label: '24 jam terakhir', value: measuredWords(of.sehari) },
        { label: '7 hari terakhir', value: measuredWords(of.seminggu) },
        { label: 'Sedang dikirim', value: String(of.dikirim) },
        { label: 'Menunggu hasil', value: String(of.menunggu) },
        { label: 'Belum diketahui', value: String(of.tidakdiketahui) },
        { label: 'Sukses terakhir', value: of.suksesterakhir ? <RelativeTime at={of.suksesterakhir} /> : 'Belum ada' },
      ]}
    />
    <ConnectionErrors errors={of.kesalahan} />
  </Stack>
)

function Suspension({ rest: { sejak, sampai, gagal } }: { rest: NonNullable<State['istirahat']> }) {
  const again = useEndSuspension()
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm">
        Diistirahatkan{sejak && ' sejak '}
        {sejak && <RelativeTime at={sejak} />}, sampai {wib(sampai)}, karena {gagal} pesanan berturut-turut tidak sampai atau tidak dijawab.
        Sementara itu pesanan dialihkan ke suplier lain.
      </Text>
      <Button variant="default" leftSection={<IconPlugConnected size={18} />} loading={again.isPending} onClick={() => again.mutate()}>
        Coba sekarang
      </Button>
      {again.data?.ok === false && (
        <Text size="sm" c="red.8" role="alert">
          Belum berhasil: {again.data.message}
        </Text>
      )}
    </Stack>
  )
}

const measuredWords = ({ successrate, mediandetik }: State['sehari']) =>
  successrate === null
    ? 'Belum ada ukuran'
    : `${decimal(successrate)}% sukses${mediandetik === null ? '' : `, median ${decimal(mediandetik)} detik`}`

const decimal = (value: number) => value.toLocaleString('id-ID', { maximumFractionDigits: 2 })
