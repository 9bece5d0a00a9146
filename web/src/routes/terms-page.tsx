import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useUser } from '#features/auth/access/use-user.ts'
import { CurrentTerms } from '#features/system/terms/current-terms.tsx'
import { termsQuery } from '#features/system/terms/terms.api.ts'
import { Card } from '#ui/card.tsx'
import { PageFrame } from '#ui/page-frame.tsx'
import { Section } from '#ui/section.tsx'

// Loaded for administrators only.
const TermsEditor = lazy(() => import('#features/system/terms/terms-editor.tsx').then((module) => ({ default: module.TermsEditor })))
const TermsVersions = lazy(() => import('#features/system/terms/terms-versions.tsx').then((module) => ({ default: module.TermsVersions })))

export function TermsPage() {
  const admin = useUser()?.roles.some(({ name }) => name === 'ROLE_ADMIN')
  return (
    <PageFrame title="Syarat dan Ketentuan">
      <Stack gap="md" maw={860}>
        <Card component="article" size="lg">
          <CurrentTerms headingOrder={2} />
        </Card>
        {admin && (
          <Suspense>
            <Administration />
          </Suspense>
        )}
      </Stack>
    </PageFrame>
  )
}

function Administration() {
  const { data: terms } = useQuery(termsQuery)
  return (
    <>
      {terms && (
        <Section title="Terbitkan versi baru" hint="Setelah terbit, semua member harus menyetujuinya sebelum bertransaksi lagi.">
          <TermsEditor key={terms.id.toString()} current={terms.content} />
        </Section>
      )}
      <Section title="Semua versi">
        <TermsVersions />
      </Section>
    </>
  )
}
