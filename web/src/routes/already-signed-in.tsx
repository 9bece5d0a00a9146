import { Button, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { leaveSession, useSession } from '#lib/session.ts'

/** Loaded on demand, because the first screen does not need it. */
async function signOut() {
  const access = await import('#features/auth/access/access.api.ts')
  return access.signOut()
}

/** Shown to a signed-in member that was redirected to the sign-in page: the member can go back, or sign in with another account. */
export function AlreadySignedIn() {
  const session = useSession()
  const out = useMutation({ mutationFn: signOut, onSettled: () => leaveSession(), meta: { shownInPlace: true } })
  return (
    <Stack gap="md">
      <Text>
        Anda sudah masuk sebagai <strong>{session?.user.name}</strong>, dan akun ini tidak dapat membuka halaman tersebut.
      </Text>
      <Button renderRoot={(props) => <Link to="/home" {...props} />}>Kembali ke Lobby</Button>
      <Button variant="default" loading={out.isPending} onClick={() => out.mutate()}>
        Ganti akun
      </Button>
    </Stack>
  )
}
