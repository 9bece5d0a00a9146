import { Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { SignIn } from '#features/access/access.api.ts'
import { LoginForm } from '#features/access/login-form.tsx'
import { TwoFactorForm } from '#features/access/two-factor-form.tsx'
import { takeNotice, takeWanted } from '#lib/session.ts'
import classes from '#routes/login-page.module.css'
import { sayDone, sayError } from '#ui/snackbar.ts'
import { Wordmark } from '#ui/wordmark.tsx'

const version = 'v1.5.2'

export function LoginPage() {
  const [mfaToken, setMfaToken] = useState<string>()
  const enter = useEntry()
  useDocumentTitle('Masuk · Lapak')
  useNotice()

  function go(answer: SignIn) {
    if (answer.signedIn) enter()
    else setMfaToken(answer.mfaToken)
  }

  return (
    <main className={classes.page}>
      <div className={classes.card} onInput={fetchInside}>
        <Wordmark height={32} />
        <div>
          <Title order={1}>{mfaToken ? 'Verifikasi dua langkah' : 'Masuk'}</Title>
          {!mfaToken && (
            <Text size="sm" c="dimmed" mt={4}>
              Pulsa, data, token listrik, dan tagihan untuk konter Anda.
            </Text>
          )}
        </div>
        {mfaToken ? (
          <TwoFactorForm mfaToken={mfaToken} onSignedIn={enter} onCancel={() => setMfaToken(undefined)} />
        ) : (
          <LoginForm onAnswer={go} />
        )}
      </div>
      <Text size="xs" c="dimmed">
        {version}
      </Text>
    </main>
  )
}

/** While a visitor types, what is behind the sign-in is already on its way. */
function fetchInside() {
  void Promise.all([import('#routes/signed-in-frame.tsx'), import('#routes/trxpembelian-page.tsx')]).catch(() => undefined)
}

/** Into the application: where the visitor was going, or home. */
function useEntry() {
  const router = useRouter()
  const queries = useQueryClient()
  return () => {
    queries.clear()
    sayDone('Login Successfully')
    router.history.replace(takeWanted() ?? '/home')
  }
}

/** Why the last page sent its user here, such as 'Token has expired'. */
function useNotice() {
  useEffect(() => {
    const notice = takeNotice()
    if (notice) sayError(notice)
  }, [])
}
