import '@mantine/core/styles/List.layer.css'
import type { User } from '@lapak/contract/auth/access'
import { approvalLevels } from '@lapak/contract/selling/seller-applications'
import { wib } from '@lapak/contract/shared/time-text'
import { Alert, Button, Group, List, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowLeft, IconBuildingWarehouse, IconCheck, IconClock, IconConfetti, IconPackages, IconRefresh } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { DocumentsForm } from '#features/selling/seller-applications/documents-form.tsx'
import { registrationStep, registrationSteps } from '#features/selling/seller-applications/registration-step.ts'
import classes from '#features/selling/seller-applications/registration-steps.module.css'
import { useRefreshProfile } from '#features/selling/seller-applications/seller-applications.api.ts'
import { useLiveOwnApplication } from '#features/selling/seller-applications/seller-applications.live.ts'
import { WaitingStep } from '#features/selling/seller-applications/waiting-step.tsx'
import { Section } from '#ui/section.tsx'

interface RegistrationProps {
  user: User
  /** Renders the form for the connection to the seller's server, which belongs to another feature. */
  serverForm: (onSaved: () => void) => ReactNode
}

/** The registration as a seller, at the step that this member has reached. */
export function SellerRegistration({ user, serverForm }: RegistrationProps) {
  const [connecting, { open: connect, close: wait }] = useDisclosure()
  const sells = user.roles.some(({ name }) => name === 'ROLE_SELLER')
  // A member that is already a seller stays a seller while replacement documents wait for approval, so the waiting documents are ignored here.
  const reachedStep = registrationStep(sells ? { ...user.member, adminconfirmation: approvalLevels.approved } : user.member)
  // A member whose documents wait for approval may already connect the server (S-OPEN-01).
  const step = reachedStep === 2 && connecting ? 3 : reachedStep
  return (
    <Stack gap="lg">
      <RegistrationSteps step={step} />
      {step === 1 && <DocumentsForm user={user} />}
      {step === 2 && <WaitingStep user={user} onConnect={connect} />}
      {reachedStep === 2 && connecting && (
        <Group>
          <Button variant="default" leftSection={<IconArrowLeft size={18} />} onClick={wait}>
            Kembali ke verifikasi
          </Button>
        </Group>
      )}
      {step === 3 && (
        <ServerStep user={user} waits={!sells && user.member.adminconfirmation === approvalLevels.waiting} serverForm={serverForm} />
      )}
      {step === 4 && <Finish />}
      {sells && <ReplaceDocuments user={user} />}
    </Stack>
  )
}

/**
 * The step in which the server is connected. The step is completed only when the profile states that the saved server has passed its test (S-REG-16).
 */
function ServerStep({ waits, serverForm }: RegistrationProps & { waits: boolean }) {
  const readAgain = useRefreshProfile()
  return (
    <>
      {waits && (
        <Alert color="blue" icon={<IconClock size={20} />} title="Dokumen Anda sedang diperiksa">
          Server Anda boleh dihubungkan sekarang; toko dibuka setelah dokumen disetujui.
        </Alert>
      )}
      <Section title="Integrasi API" hint="Pesanan ke toko Anda dikirim ke server ini. Isi, coba dengan Test, lalu Lanjut.">
        {serverForm(readAgain)}
      </Section>
    </>
  )
}

/**
 * A seller sends other pictures if a card was renewed or a picture turned out to be unreadable. The old pictures stay valid until the new pictures
 * are approved.
 */
function ReplaceDocuments({ user }: { user: User }) {
  useLiveOwnApplication()
  const [open, { open: begin, close }] = useDisclosure()
  const { sentat } = user.application
  const waits = user.member.adminconfirmation === approvalLevels.waiting
  if (open) return <DocumentsForm user={user} onSuccess={close} />
  return (
    <Section
      title={waits ? 'Dokumen pengganti sedang diperiksa' : 'Dokumen identitas'}
      hint={
        waits
          ? `${sentat ? `Dikirim ${wib(sentat)}. ` : ''}Dokumen lama berlaku sampai yang baru disetujui, dan toko Anda tetap berjalan.`
          : user.application.reason === null
            ? 'KTP atau NPWP Anda berganti? Kirim fotonya; admin memeriksanya, dan toko Anda tetap berjalan.'
            : `Dokumen pengganti terakhir belum bisa disetujui. Alasan: ${user.application.reason}`
      }
    >
      <Button variant="default" leftSection={<IconRefresh size={18} />} onClick={begin}>
        Ganti dokumen
      </Button>
    </Section>
  )
}

const Finish = () => (
  <Section
    title="Anda suplier di Lapak"
    hint="Dokumen disetujui dan server terhubung. Yang berikutnya:"
    action={<IconConfetti aria-hidden />}
  >
    <List size="sm" spacing={6} type="ordered" pl={24} listStyleType="decimal">
      <List.Item>Isi produk yang Anda jual, dengan kode di server Anda, harga modal dan harga jual.</List.Item>
      <List.Item>Buka toko dengan tombol Transaksi; baru sesudah itu pesanan datang.</List.Item>
      <List.Item>Pantau penjualan dan tarik pendapatan dengan Cashout.</List.Item>
    </List>
    <Group mt="lg">
      <Button
        size="md"
        leftSection={<IconPackages size={18} />}
        renderRoot={(props) => <Link to="/penjualan" search={{ tab: 'produk' }} {...props} />}
      >
        Isi produk
      </Button>
      <Button
        variant="default"
        size="md"
        leftSection={<IconBuildingWarehouse size={18} />}
        renderRoot={(props) => <Link to="/penjualan" {...props} />}
      >
        Ke Penjualan
      </Button>
    </Group>
  </Section>
)

/** The registration steps with the current step marked. On phones there is room only for the label of the current step. */
const RegistrationSteps = ({ step }: { step: number }) => (
  <nav aria-label={`Langkah ${step} dari ${registrationSteps.length}`}>
    <ol className={classes.steps}>
      {registrationSteps.map((word, nth) => {
        const state = nth + 1 < step || step === registrationSteps.length ? 'done' : nth + 1 === step ? 'now' : 'later'
        return (
          <li key={word} className={classes.step} data-state={state} aria-current={nth + 1 === step ? 'step' : undefined}>
            <span className={classes.mark} aria-hidden>
              {state === 'done' ? <IconCheck size={18} stroke={2.4} /> : nth + 1}
            </span>
            <Text component="span" size="sm" className={classes.word}>
              {word}
            </Text>
          </li>
        )
      })}
    </ol>
  </nav>
)

// — Registration step
