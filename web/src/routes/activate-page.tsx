import { linkValidity } from '@lapak/contract/shared/mailed-links'
import { Button, Group, Loader, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { activationQuery } from '#features/auth/access/account.api.ts'
import { ActivationForm } from '#features/auth/access/activation-form.tsx'
import { isOutcomeUnknown } from '#lib/is-outcome-unknown.ts'
import { PublicPage } from '#routes/public-page.tsx'

const route = getRouteApi('/activate/$token')

export function ActivatePage() {
  const { token } = route.useParams()
  const isInvited = route.useSearch().undangan !== undefined
  const activation = useQuery(activationQuery(token))
  if (activation.error && !activation.isFetching) {
    const { error } = activation
    const unanswered = isOutcomeUnknown(error)
    return (
      <PublicPage title="Aktivasi gagal">
        <div>
          <Text role="alert">{error.message}</Text>
          {!unanswered && (
            <Text size="sm" c="dimmed" mt="xs">
              Link aktivasi berlaku {linkValidity('activate')} dan hanya bisa dipakai sekali.{' '}
              {isInvited
                ? 'Mintalah link baru kepada yang mengundang Anda.'
                : 'Bila akun Anda belum aktif, cobalah masuk: di sana link baru bisa diminta.'}
            </Text>
          )}
        </div>
        {unanswered && (
          <Button fullWidth onClick={() => void activation.refetch()}>
            Coba lagi
          </Button>
        )}
        <Button fullWidth variant="default" renderRoot={(props) => <Link to="/login" {...props} />}>
          Kembali
        </Button>
      </PublicPage>
    )
  }
  if (activation.data === 'waiting')
    return (
      <PublicPage
        title={isInvited ? 'Undangan admin' : 'Aktivasi akun'}
        intro={`Tinggal satu langkah: ${isInvited ? 'buat' : 'masukkan'} password, lalu akun Anda aktif.`}
      >
        <ActivationForm token={token} isInvited={isInvited} onSpent={() => void activation.refetch()} />
      </PublicPage>
    )
  if (activation.data === 'done')
    return (
      <PublicPage title="User Activated Successfully" intro="Akun Anda sudah aktif. API key pertama Anda dikirim ke e-mail.">
        <Button fullWidth renderRoot={(props) => <Link to="/login" {...props} />}>
          Login
        </Button>
      </PublicPage>
    )
  return (
    <PublicPage title="Aktivasi akun">
      <Group gap="sm" role="status">
        <Loader size="sm" />
        <Text>Memeriksa link …</Text>
      </Group>
    </PublicPage>
  )
}
