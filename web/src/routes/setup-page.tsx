import { Button, Group, Loader, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { setupStateQuery } from '#features/auth/access/account.api.ts'
import { SetupForm } from '#features/auth/access/setup-form.tsx'
import { storeRequestedPath } from '#lib/session.ts'
import { PublicPage } from '#routes/public-page.tsx'
import { showSuccess } from '#ui/snackbar.ts'

/** The screen of the first start: makes the first administrator with the token from the log of the server. */
export function SetupPage() {
  const state = useQuery(setupStateQuery)
  const queries = useQueryClient()
  const navigate = useNavigate()
  // The address in the log has the token in its fragment, which browsers send to no server.
  const token = useLocation({ select: ({ hash }) => hash })

  /** Whoever switches the second factor on signs in again; the requested page is opened then. */
  async function begin() {
    queries.clear()
    showSuccess('Admin pertama dibuat. Sekarang aktifkan verifikasi dua langkah')
    await navigate({ to: '/profile', search: { tab: 'keamanan' }, replace: true })
    storeRequestedPath('/admdashboard')
  }

  if (state.error && !state.isFetching)
    return (
      <PublicPage title="Pemasangan Lapak">
        <Text role="alert">{state.error.message}</Text>
        <Button fullWidth onClick={() => void state.refetch()}>
          Coba lagi
        </Button>
      </PublicPage>
    )
  if (state.data === undefined)
    return (
      <PublicPage title="Pemasangan Lapak">
        <Group gap="sm" role="status">
          <Loader size="sm" />
          <Text>Memeriksa …</Text>
        </Group>
      </PublicPage>
    )
  if (!state.data.open)
    return (
      <PublicPage title="Pemasangan Lapak" intro="Halaman ini tertutup: admin sudah ada, atau kodenya sudah kedaluwarsa.">
        <Text size="sm">Bila belum ada admin, jalankan ulang Lapak; kode yang baru tercatat di log.</Text>
        <Button fullWidth renderRoot={(props) => <Link to="/login" {...props} />}>
          Ke halaman masuk
        </Button>
      </PublicPage>
    )
  return (
    <PublicPage title="Pemasangan Lapak" intro="Buat admin pertama. Sesudah itu halaman ini tertutup untuk selamanya.">
      <SetupForm token={token} onMade={() => void begin()} onClosed={() => void state.refetch()} />
    </PublicPage>
  )
}
