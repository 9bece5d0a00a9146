import { codeLength } from '@lapak/contract/shared/two-factor-codes'
import { Button, Text } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useUser } from '#features/auth/access/use-user.ts'
import { CodeForm } from '#features/members/two-factor/code-form.tsx'
import { setNewRecoveryCodes } from '#features/members/two-factor/new-recovery-codes.ts'
import { enableTwoFactor, secretQuery } from '#features/members/two-factor/two-factor.api.ts'
import classes from '#features/members/two-factor/two-factor.module.css'
import { TwoFactorEnabled } from '#features/members/two-factor/two-factor-enabled.tsx'
import { whileEndingSession } from '#lib/session.ts'
import { withStepUp } from '#lib/with-step-up.ts'
import { Card } from '#ui/card.tsx'
import { SecretText } from '#ui/secret-text.tsx'
import { Section } from '#ui/section.tsx'
import { showError } from '#ui/snackbar.ts'

interface PanelProps {
  /** Called after the server has ended every session of the account; `new-recovery-codes.ts` then contains the new recovery codes. */
  onActivated: () => Promise<void>
}

/** The setting of two-factor authentication: its state if it is on, otherwise the QR code to switch it on (B-STATE-35). */
export function TwoFactorPanel({ onActivated }: PanelProps) {
  const user = useUser()
  if (!user) return null
  return (
    <Section
      title="Verifikasi dua langkah"
      hint="Selain password, masuk ke Lapak membutuhkan kode dari aplikasi authenticator di ponsel Anda."
    >
      {user.twofactor ? <TwoFactorEnabled /> : <TwoFactorOff onActivated={onActivated} />}
    </Section>
  )
}

// — Two factor off

/** The size of the QR code in px, from the specification (B-CONST-29). */
const qrSize = 200

/**
 * The first step of switching on. The QR code is shown only after step-up authentication by e-mail: otherwise an intruder could register their own
 * authenticator app and lock the owner out.
 */
function Begin({ waits, onBegin }: { waits: boolean; onBegin: () => void }) {
  return (
    <div>
      <Button variant="default" leftSection={<IconShieldLock size={18} />} loading={waits} onClick={onBegin}>
        Tampilkan kode QR
      </Button>
    </div>
  )
}

function TwoFactorOff({ onActivated }: { onActivated: () => Promise<void> }) {
  const { data, isFetching, refetch } = useQuery({ ...secretQuery, enabled: false })
  /** Throws the error of the query, so that `withStepUp` can ask for step-up authentication and try again. */
  const shown = () => refetch({ throwOnError: true })
  const begin = () => void withStepUp(shown).catch((refused: Error) => showError(refused.message))
  const activate = (code: string) =>
    whileEndingSession(async () => {
      setNewRecoveryCodes(await enableTwoFactor(code))
      await onActivated()
    })
  if (!data) return <Begin waits={isFetching} onBegin={begin} />
  return (
    <div className={classes.setup}>
      <Card size="none" className={classes.qr}>
        <img src={data.qr} width={qrSize} height={qrSize} alt="Kode QR untuk aplikasi authenticator" />
      </Card>
      <div className={classes.steps}>
        <Text size="sm">
          1. Pasang aplikasi authenticator (Google Authenticator, Aegis, atau yang lain), lalu pindai kode QR ini. Di ponsel yang sama,
          salin kuncinya:
        </Text>
        <SecretText label="Kunci" text={data.secret} />
        <Text size="sm">
          2. Ketik kode {codeLength} angka yang ditampilkan aplikasi. Setelah aktif, semua sesi berakhir dan Anda masuk lagi.
        </Text>
        <CodeForm verb="Aktifkan" send={activate} />
      </div>
    </div>
  )
}
