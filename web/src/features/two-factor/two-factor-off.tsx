import { codeLength } from '@lapak/contract/two-factor-codes'
import { Button, Skeleton, Text } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { CodeForm } from '#features/two-factor/code-form.tsx'
import { holdNewCodes } from '#features/two-factor/new-codes.ts'
import { secretQuery, validateCode } from '#features/two-factor/two-factor.api.ts'
import classes from '#features/two-factor/two-factor.module.css'
import { endingByWish } from '#lib/session.ts'
import { wantsProof, withProof } from '#lib/with-proof.ts'
import { Card } from '#ui/card.tsx'
import { SecretText } from '#ui/secret-text.tsx'
import { sayError } from '#ui/snackbar.ts'
import { ErrorState } from '#ui/states.tsx'

/** The QR code as the specification sizes it (B-CONST-29). */
const qrSize = 200

/** The QR code is shown to who has just proved who it is: with one of their own, a thief would lock the owner out. */
function Begin({ onBegin }: { onBegin: () => void }) {
  return (
    <div>
      <Button variant="default" leftSection={<IconShieldLock size={18} />} onClick={onBegin}>
        Tampilkan kode QR
      </Button>
    </div>
  )
}

export function TwoFactorOff({ onActivated }: { onActivated: () => Promise<void> }) {
  const { data, error, refetch } = useQuery(secretQuery)
  /** Fails as the query does, so that whoever waits for it can prove first. */
  const shown = () => refetch({ throwOnError: true })
  const activate = (code: string) =>
    endingByWish(async () => {
      holdNewCodes(await validateCode(code))
      await onActivated()
    })
  if (wantsProof(error) && !data)
    return <Begin onBegin={() => void withProof(shown).catch((refused: Error) => sayError(refused.message))} />
  if (error && !data) return <ErrorState title="Kode QR belum bisa ditampilkan" message={error.message} onRetry={() => void refetch()} />
  return (
    <div className={classes.setup}>
      {data ? (
        <Card size="none" className={classes.qr}>
          <img src={data.qr} width={qrSize} height={qrSize} alt="Kode QR untuk aplikasi authenticator" />
        </Card>
      ) : (
        <Skeleton width={qrSize} height={qrSize} />
      )}
      <div className={classes.steps}>
        <Text size="sm">
          1. Pasang aplikasi authenticator (Google Authenticator, Aegis, atau yang lain), lalu pindai kode QR ini. Di ponsel yang sama,
          salin kuncinya:
        </Text>
        {data ? <SecretText label="Kunci" text={data.secret} /> : <Skeleton height={58} />}
        <Text size="sm">
          2. Ketik kode {codeLength} angka yang ditampilkan aplikasi. Setelah aktif, semua sesi berakhir dan Anda masuk lagi.
        </Text>
        <CodeForm verb="Aktifkan" send={activate} />
      </div>
    </div>
  )
}
