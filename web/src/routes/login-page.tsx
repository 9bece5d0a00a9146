import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { LoginForm } from '#features/auth/access/login-form.tsx'
import type { SignInResult } from '#features/auth/access/sign-in.api.ts'
import { currentSession, takeLoginMessage, takeRequestedPath } from '#lib/session.ts'
import { PublicLink } from '#routes/public-link.tsx'
import classes from '#routes/public-page.module.css'
import { PublicPage } from '#routes/public-page.tsx'
import { deferredComponent } from '#ui/lazy.tsx'
import { showError, showSuccess } from '#ui/snackbar.ts'

// Loaded on demand, because the first screen does not need it.
const AlreadySignedIn = deferredComponent(async () => (await import('#routes/already-signed-in.tsx')).AlreadySignedIn)
const SocialSignIn = deferredComponent(async () => (await import('#features/auth/access/social-sign-in.tsx')).SocialSignIn)
const TwoFactorForm = lazy(() => import('#features/auth/access/two-factor-form.tsx').then((module) => ({ default: module.TwoFactorForm })))

const version = 'v1.5.2'

export function LoginPage() {
  const [secondStep, setSecondStep] = useState<{ mfaToken: string; email: string }>()
  const [alreadyIn] = useState(() => currentSession() !== null)
  const enter = useEntry()
  useLoginMessage()

  /** `email` is empty after a sign-in at a provider, which returns no e-mail address here. */
  function go(answer: SignInResult, email = '') {
    if (answer.signedIn) enter()
    else setSecondStep({ mfaToken: answer.mfaToken, email })
  }

  const foot = (
    <Text size="xs" c="dimmed">
      {version}
    </Text>
  )
  if (alreadyIn)
    return (
      <PublicPage title="Akses ditolak" foot={foot}>
        <AlreadySignedIn eager />
      </PublicPage>
    )
  if (secondStep)
    return (
      <PublicPage title="Verifikasi dua langkah" foot={foot}>
        <Suspense>
          <TwoFactorForm {...secondStep} onSignedIn={enter} onCancel={() => setSecondStep(undefined)} />
        </Suspense>
      </PublicPage>
    )
  return (
    <PublicPage title="Masuk" intro="Pulsa, data, token listrik, dan tagihan untuk konter Anda." foot={foot}>
      <div onInput={fetchInside}>
        <LoginForm onAnswer={go} />
      </div>
      <SocialSignIn onAnswer={go} />
      <nav className={classes.links} aria-label="Bantuan masuk">
        <PublicLink to="/forgot">Lupa password?</PublicLink>
        <PublicLink to="/register">Daftar akun baru</PublicLink>
      </nav>
    </PublicPage>
  )
}

/** Preloads the frame and the home page while the visitor types. */
function fetchInside() {
  void Promise.all([import('#routes/signed-in-frame.tsx'), import('#routes/home-page.tsx')]).catch(() => undefined)
}

/** Returns a function that opens the requested page after the sign-in, or the home page if no page was requested. */
function useEntry() {
  const router = useRouter()
  const queries = useQueryClient()
  return () => {
    queries.clear()
    showSuccess('Login Successfully')
    router.history.replace(takeRequestedPath() ?? '/home')
  }
}

/** Shows the message of the page that redirected to the sign-in page, for example 'Token has expired'. */
function useLoginMessage() {
  useEffect(() => {
    const message = takeLoginMessage()
    if (message) showError(message)
  }, [])
}
