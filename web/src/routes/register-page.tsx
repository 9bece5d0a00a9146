import '#ui/styles-dialog.ts'
import { linkValidity } from '@lapak/contract/shared/mailed-links'
import { Stack } from '@mantine/core'
import { useState } from 'react'
import { RegisterForm } from '#features/auth/access/register-form.tsx'
import { ResendActivation } from '#features/auth/access/resend-activation.tsx'
import { TermsDialog } from '#features/system/terms/terms-dialog.tsx'
import { PublicLink } from '#routes/public-link.tsx'
import classes from '#routes/public-page.module.css'
import { PublicPage } from '#routes/public-page.tsx'
import { ModalsContainer } from '#ui/modals-container.tsx'

export function RegisterPage() {
  const [registered, setRegistered] = useState<string>()
  const [reading, setReading] = useState(false)
  if (registered !== undefined) return <CheckMail email={registered} />
  return (
    <>
      <PublicPage title="Daftar" intro="Satu akun untuk membeli dan menjual pulsa, data, token, dan tagihan.">
        <RegisterForm onRegistered={setRegistered} onShowTerms={() => setReading(true)} />
        <nav className={classes.links} aria-label="Sudah punya akun">
          <PublicLink to="/login">Sudah punya akun? Masuk</PublicLink>
        </nav>
      </PublicPage>
      <TermsDialog opened={reading} onClose={() => setReading(false)} />
      <ModalsContainer />
    </>
  )
}

/** Shown after every registration, also for an e-mail address that is already registered, so that the page does not reveal who has an account. */
function CheckMail({ email }: { email: string }) {
  return (
    <PublicPage
      title="Periksa e-mail Anda"
      intro={`Tinggal satu langkah lagi: buka link aktivasi yang kami kirim. Link berlaku ${linkValidity('activate')}.`}
    >
      <Stack gap="md">
        <ResendActivation email={email} lead="" />
        <nav className={classes.links} aria-label="Setelah aktivasi">
          <PublicLink to="/login">Ke halaman masuk</PublicLink>
        </nav>
      </Stack>
    </PublicPage>
  )
}
