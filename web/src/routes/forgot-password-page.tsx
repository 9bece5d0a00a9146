import { linkValidity } from '@lapak/contract/shared/mailed-links'
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { ForgotForm } from '#features/auth/access/forgot-form.tsx'
import { PublicLink } from '#routes/public-link.tsx'
import classes from '#routes/public-page.module.css'
import { PublicPage } from '#routes/public-page.tsx'

export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string>()
  const back = (
    <nav className={classes.links} aria-label="Kembali">
      <PublicLink to="/login">Kembali ke halaman masuk</PublicLink>
    </nav>
  )
  if (sentTo !== undefined)
    return (
      <PublicPage title="Periksa e-mail Anda">
        <Text size="sm" className={classes.words}>
          Bila <b>{sentTo}</b> terdaftar di Lapak, link untuk membuat password baru sudah dikirim ke sana. Link berlaku{' '}
          {linkValidity('reset')}. Periksa juga folder spam.
        </Text>
        <Button variant="default" fullWidth onClick={() => setSentTo(undefined)}>
          Kirim lagi atau ganti e-mail
        </Button>
        {back}
      </PublicPage>
    )
  return (
    <PublicPage title="Lupa password" intro="Ketik e-mail akun Anda. Kami kirim link untuk membuat password baru.">
      <ForgotForm onSent={setSentTo} />
      {back}
    </PublicPage>
  )
}
