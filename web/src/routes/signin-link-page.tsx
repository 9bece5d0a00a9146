import { linkValidity } from '@lapak/contract/shared/mailed-links'
import { Button, Group, Loader, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, Navigate } from '@tanstack/react-router'
import { signInLinkQuery } from '#features/auth/access/account.api.ts'
import { isOutcomeUnknown } from '#lib/is-outcome-unknown.ts'
import { PublicPage } from '#routes/public-page.tsx'

const route = getRouteApi('/signin/$token')

/** The page of the link in the sign-in e-mail. The link makes this browser a known device; the member then signs in as usual. */
export function SignInLinkPage() {
  const { token } = route.useParams()
  const opening = useQuery(signInLinkQuery(token))
  if (opening.isSuccess) return <Navigate to="/login" replace />
  if (opening.error && !opening.isFetching) {
    const unanswered = isOutcomeUnknown(opening.error)
    return (
      <PublicPage title={unanswered ? 'Link masuk' : 'Link tidak berlaku'}>
        <Text size="sm" role="alert">
          {opening.error.message}
          {!unanswered && `. Link berlaku ${linkValidity('sign_in')} dan hanya bisa dipakai sekali.`}
        </Text>
        {unanswered && (
          <Button fullWidth onClick={() => void opening.refetch()}>
            Coba lagi
          </Button>
        )}
        <Button fullWidth variant="default" renderRoot={(props) => <Link to="/login" {...props} />}>
          Kembali ke halaman masuk
        </Button>
      </PublicPage>
    )
  }
  return (
    <PublicPage title="Link masuk">
      <Group gap="sm" role="status">
        <Loader size="sm" />
        <Text>Memeriksa link …</Text>
      </Group>
    </PublicPage>
  )
}
