import { Box } from '@mantine/core'
import { PasswordForm } from '#features/auth/access/password-form.tsx'
import { useRedirectToSignIn } from '#features/auth/access/use-redirect-to-sign-in.ts'
import { PageFrame } from '#ui/page-frame.tsx'
import { Section } from '#ui/section.tsx'

export function ChangePasswordPage() {
  const signInAgain = useRedirectToSignIn()
  return (
    <PageFrame title="Ganti Password">
      <Box maw={560}>
        <Section title="Password akun" hint="Setelah diganti, semua sesi berakhir dan Anda masuk lagi dengan password baru.">
          <PasswordForm onChanged={signInAgain} />
        </Section>
      </Box>
    </PageFrame>
  )
}
