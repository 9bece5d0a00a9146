import { linkValidity } from '@lapak/contract/shared/mailed-links'
import { Button, Text } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ResetForm } from '#features/auth/access/reset-form.tsx'
import { useRedirectToSignIn } from '#features/auth/access/use-redirect-to-sign-in.ts'
import { PublicLink } from '#routes/public-link.tsx'
import classes from '#routes/public-page.module.css'
import { PublicPage } from '#routes/public-page.tsx'

const route = getRouteApi('/resetpass/$token')

export function ResetPasswordPage() {
  const { token } = route.useParams()
  // After the reset, the server has ended every session of the account, including the session of this browser.
  const signInAgain = useRedirectToSignIn()
  const [refused, setRefused] = useState<string>()
  const back = (
    <nav className={classes.links} aria-label="Kembali">
      <PublicLink to="/login">Kembali ke halaman masuk</PublicLink>
    </nav>
  )
  if (refused)
    return (
      <PublicPage title="Link tidak berlaku">
        <Text size="sm" role="alert">
          {refused}. Link berlaku {linkValidity('reset')} dan hanya bisa dipakai sekali.
        </Text>
        <Button fullWidth renderRoot={(props) => <Link to="/forgot" {...props} />}>
          Minta link baru
        </Button>
        {back}
      </PublicPage>
    )
  return (
    <PublicPage title="Password baru" intro="Setelah disimpan, semua perangkat harus masuk lagi dengan password ini.">
      <ResetForm token={token} onReset={(msg) => void signInAgain(msg)} onSpent={setRefused} />
      {back}
    </PublicPage>
  )
}
