import type { SellerApplicationInFull } from '@lapak/contract/selling/seller-applications'
import { approvalLevels } from '@lapak/contract/selling/seller-applications'
import { wib } from '@lapak/contract/shared/time-text'
import { Alert, Button, Group, Modal, SimpleGrid, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCheck, IconUserOff, IconUsers, IconX, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApplicationState } from '#features/selling/seller-applications/application-state.tsx'
import classes from '#features/selling/seller-applications/card-picture.module.css'
import {
  applicationQuery,
  useApproveApplication,
  useRejectApplication,
  useUnlockPictures,
} from '#features/selling/seller-applications/seller-applications.api.ts'
import { ApiError } from '#lib/api-error.ts'
import { useLayer } from '#lib/layers.ts'
import { relativeTime } from '#lib/relative-time.ts'
import { openConfirmation } from '#ui/confirm.tsx'
import { Facts } from '#ui/facts.tsx'
import { ReasonForm } from '#ui/reason-form.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import link from '#ui/text-link.module.css'

interface ApplicationProps {
  /** The id of the applicant. */
  id: string
  /** Called after the application was approved or rejected. */
  onDone: () => void
}

/** One application to become a seller, with its pictures and the form for the decision. */
export function ApplicationDrawer({ id, onDone }: ApplicationProps) {
  const { data, error, refetch } = useQuery(applicationQuery(id))
  const pictures = useUnlockPictures()
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

/** The member's earlier applications, each expandable. */
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
  { label: 'Dokumen dikirim', value: of.sentat && `${wib(of.sentat)} (${relativeTime(of.sentat)})` },
  { label: 'Alasan penolakan', value: of.reason },
]

// — Card picture

interface CardPictureProps {
  /** The kind of card: 'KTP' or 'NPWP'. */
  of: string
  address: string
  /** Called when the signed URL of the picture has expired, which happens after ten minutes. */
  onStale: () => void
}

/** The picture of a card; a tap enlarges it. */
function CardPicture({ of, address, onStale }: CardPictureProps) {
  const [opened, { open, close }] = useDisclosure()
  useLayer(opened)
  const [lost, setLost] = useState<string>()
  if (lost === address)
    return (
      <div className={classes.lost}>
        <Text size="sm">Foto {of} tidak bisa ditampilkan.</Text>
        <Button variant="default" size="sm" onClick={onStale}>
          Muat lagi
        </Button>
      </div>
    )
  return (
    <>
      <UnstyledButton className={classes.button} aria-label={`Perbesar foto ${of}`} onClick={open}>
        <img src={address} alt={`Foto ${of}`} className={classes.small} onError={() => setLost(address)} />
      </UnstyledButton>
      <Modal opened={opened} onClose={close} fullScreen title={`Foto ${of}`}>
        <Zoomed of={of} address={address} />
      </Modal>
    </>
  )
}

const [nearest, step] = [4, 0.5]

function Zoomed({ of, address }: Pick<CardPictureProps, 'of' | 'address'>) {
  const [times, setTimes] = useState(1)
  return (
    <>
      <Group gap="xs" mb="sm">
        <Button variant="default" leftSection={<IconZoomIn size={18} />} disabled={times >= nearest} onClick={() => setTimes(times + step)}>
          Perbesar
        </Button>
        <Button variant="default" leftSection={<IconZoomOut size={18} />} disabled={times <= 1} onClick={() => setTimes(times - step)}>
          Perkecil
        </Button>
        <Text size="sm" role="status">
          {times * 100}%
        </Text>
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move what is larger than its frame. */}
      <section className={classes.frame} tabIndex={0} aria-label={`Foto ${of}, digeser dengan panah`}>
        <img src={address} alt={`Foto ${of}`} style={{ width: `${times * 100}%` }} />
      </section>
    </>
  )
}

// — Decide application

/** The time at which the application that the administrator saw was sent, so that a newer application is not decided unseen. */
const seenOf = ({ sentat }: SellerApplicationInFull): string | null => sentat?.toISOString() ?? null

interface DecideProps {
  of: SellerApplicationInFull
  onDone: () => void
}

/** The buttons for the decision. An approval needs a confirmation; a rejection needs a reason, which the member reads. */
function DecideApplication({ of, onDone }: DecideProps) {
  const approve = useApproveApplication(of.memberid.toString())
  const [rejecting, { open, close }] = useDisclosure()
  const waits = of.adminconfirmation === approvalLevels.waiting
  if (of.own)
    return (
      <Alert color="blue" icon={<IconUsers size={20} />}>
        Pengajuan Anda sendiri diputuskan admin lain.
      </Alert>
    )
  if (of.adminconfirmation < approvalLevels.waiting) return null
  if (rejecting) return <RejectForm of={of} onBack={close} onDone={onDone} />
  const askApprove = () =>
    openConfirmation({
      question: of.sells
        ? `Setujui dokumen pengganti ${of.membername}? Dokumen ini berlaku menggantikan yang lama.`
        : `Setujui ${of.membername} sebagai suplier? Nama ini menjadi nama tokonya.`,
      onYes: () => approve.mutate(seenOf(of), { onSuccess: onDone }),
    })
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" color="red" leftSection={<IconX size={18} />} disabled={approve.isPending} onClick={open}>
        {waits ? 'Tolak' : 'Cabut persetujuan'}
      </Button>
      {waits && (
        <Button leftSection={<IconCheck size={18} />} loading={approve.isPending} onClick={askApprove}>
          Setujui
        </Button>
      )}
    </Group>
  )
}

function RejectForm({ of, onBack, onDone }: DecideProps & { onBack: () => void }) {
  const reject = useRejectApplication(of.memberid.toString())
  const ends = of.adminconfirmation === approvalLevels.approved
  const replaces = !ends && of.sells
  return (
    <ReasonForm
      name={replaces ? 'Tolak dokumen pengganti' : 'Tolak pengajuan'}
      hint="Dibaca member"
      submitLabel={ends ? 'Cabut persetujuan' : replaces ? 'Tolak dokumen' : 'Tolak pengajuan'}
      danger
      question={
        ends
          ? `Cabut persetujuan ${of.membername}?`
          : replaces
            ? `Tolak dokumen pengganti ${of.membername}?`
            : `Tolak pengajuan ${of.membername}?`
      }
      send={(reason) => reject.mutateAsync({ reason, sentat: seenOf(of) })}
      onSuccess={onDone}
      onClose={onBack}
    >
      {replaces && <Text size="sm">Ia tetap suplier, dan dokumennya yang lama tetap berlaku.</Text>}
      {ends && (
        <Text size="sm">
          Tokonya ditutup dan ia tidak lagi suplier. Pesanan yang berjalan diselesaikan, dan hasil penjualannya tetap bisa ditarik.
        </Text>
      )}
    </ReasonForm>
  )
}
