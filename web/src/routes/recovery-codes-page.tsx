import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { clearNewRecoveryCodes, newRecoveryCodes } from '#features/members/two-factor/new-recovery-codes.ts'
import { RecoveryCodes } from '#features/members/two-factor/recovery-codes.tsx'
import { PublicPage } from '#routes/public-page.tsx'

/**
 * The page that shows new recovery codes. It is shown after the server has ended all sessions and before the next sign-in: without a session, nothing
 * can redirect away from the codes.
 */
export function RecoveryCodesPage() {
  const navigate = useNavigate()
  const [codes] = useState(newRecoveryCodes)
  useWarnBeforeReload()

  function saved() {
    clearNewRecoveryCodes()
    void navigate({ to: '/login', replace: true })
  }

  return (
    <PublicPage
      title="Verifikasi dua langkah aktif"
      intro="Semua sesi sudah berakhir. Simpan kode pemulihan, lalu masuk lagi dengan authenticator."
    >
      {codes && <RecoveryCodes codes={codes} />}
      <Button fullWidth h="auto" mih={44} px="xs" py={8} styles={{ label: { whiteSpace: 'normal' } }} onClick={saved}>
        Saya sudah menyimpan, masuk lagi
      </Button>
    </PublicPage>
  )
}

function useWarnBeforeReload() {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => newRecoveryCodes() && event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [])
}
