import type { SellerApplicationInFull } from '@lapak/contract/selling/seller-applications'
import { wib } from '@lapak/contract/shared/time-text'
import { Button, Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { IconUserOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ApplicationState } from '#features/selling/seller-applications/application-state.tsx'
import { CardPicture, type CardPictureProps } from '#features/selling/seller-applications/card-picture.tsx'
import { DecideApplication } from '#features/selling/seller-applications/decide-application.tsx'
import { applicationQuery, useShowPictures } from '#features/selling/seller-applications/seller-applications.api.ts'
import { ago } from '#lib/ago.ts'
import { ApiError } from '#lib/api-error.ts'
import { Facts } from '#ui/facts.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import link from '#ui/text-link.module.css'

interface ApplicationProps {
  /** Of the member. */
  id: string
  /** It is decided. */
  onDone: () => void
}

/** All about one application, its pictures, and the decision. */
export function Application({ id, onDone }: ApplicationProps) {
  const { data, error, refetch } = useQuery(applicationQuery(id))
  const pictures = useShowPictures()
  const readAgain = () => void refetch()
  if (error instanceof ApiError && error.code === 'not_found.seller_application')
    return <EmptyState icon={IconUserOff} title="Belum pernah mengajukan diri sebagai suplier" />
  if (error && !data) return <ErrorState message={error.message} onRetry={readAgain} />
  if (!data) return <Skeleton height={320} />
  return (
    <Stack gap="lg">
      <Facts facts={factsOf(data)} />
      {data.fototerkunci ? (
        <div>
          <Button variant="default" loading={pictures.isPending} onClick={() => pictures.mutate()}>
            Tampilkan foto identitas
          </Button>
        </div>
      ) : (
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <Picture of="KTP" address={data.memberktp} onStale={readAgain} />
          <Picture of="NPWP" address={data.membernpwp} onStale={readAgain} />
        </SimpleGrid>
      )}
      {data.sebelumnya.length > 0 && <Earlier sent={data.sebelumnya} />}
      <Text size="sm" c="dimmed">
        Foto identitas hanya untuk pemeriksaan ini. Setiap kali dibuka, tercatat.
      </Text>
      <DecideApplication of={data} onDone={onDone} />
    </Stack>
  )
}

const Picture = ({ of, address, ...rest }: Omit<CardPictureProps, 'address'> & { address: string | null }) => (
  <section>
    <Text component="h3" fw={650} mb={8}>
      {of}
    </Text>
    {address === null ? (
      <Text size="sm" c="dimmed">
        Tidak dikirim
      </Text>
    ) : (
      <CardPicture of={of} address={address} {...rest} />
    )}
  </section>
)

/** What was sent before, each to be opened by itself. */
const Earlier = ({ sent }: { sent: SellerApplicationInFull['sebelumnya'] }) => (
  <section>
    <Text component="h3" fw={650} mb={8}>
      Dokumen sebelumnya
    </Text>
    <Stack gap={4}>
      {sent.map(({ sentat, memberktp, membernpwp }) => (
        <Group key={sentat.toISOString()} gap="md">
          <Text size="sm">{wib(sentat)}</Text>
          <Opened of="KTP" at={memberktp} />
          <Opened of="NPWP" at={membernpwp} />
        </Group>
      ))}
    </Stack>
  </section>
)

const Opened = ({ of, at }: { of: string; at: string | null }) =>
  at && (
    <a href={at} target="_blank" rel="noreferrer" className={link.link}>
      {of}
    </a>
  )

const factsOf = (of: SellerApplicationInFull) => [
  { label: 'Status', value: <ApplicationState level={of.adminconfirmation} /> },
  { label: 'Nama', value: of.membername },
  { label: 'E-mail', value: of.memberemail },
  { label: 'Konfirmasi e-mail', value: of.confm ? 'Ya' : 'Belum' },
  { label: 'Nomor telp', value: of.memberphone ?? 'Belum diverifikasi' },
  { label: 'Alamat', value: of.memberaddress },
  { label: 'Lokasi', value: of.location },
  { label: 'ID member', value: of.memberid.toString() },
  { label: 'Bergabung', value: wib(of.createat) },
  { label: 'Dokumen dikirim', value: of.sentat && `${wib(of.sentat)} (${ago(of.sentat)})` },
  { label: 'Alasan penolakan', value: of.reason },
]
