import type { UserDetail } from '@lapak/contract/backoffice/users'
import { wib } from '@lapak/contract/shared/time-text'
import { Alert, Button, Group, Stack } from '@mantine/core'
import { IconMail, IconUserShield } from '@tabler/icons-react'
import { UserBlocking } from '#features/backoffice/users/user-blocking.tsx'
import { UserForm } from '#features/backoffice/users/user-form.tsx'
import { UserState } from '#features/backoffice/users/user-state.tsx'
import { useResendActivation } from '#features/backoffice/users/users.api.ts'
import { ago } from '#lib/ago.ts'
import { Facts } from '#ui/facts.tsx'

/** Who the member is, what may be put right, and whether it is let in. */
export function UserProfile({ of, id }: { of: UserDetail; id: string }) {
  const resend = useResendActivation(id)
  return (
    <Stack gap="lg">
      {of.own && (
        <Alert color="blue" icon={<IconUserShield size={20} />}>
          Ini akun Anda sendiri. Perubahannya dilakukan admin lain, atau di halaman profil.
        </Alert>
      )}
      <Facts facts={factsOf(of)} />
      {!of.user.confm && (
        <Group justify="flex-end">
          <Button
            variant="default"
            leftSection={<IconMail size={18} aria-hidden />}
            loading={resend.isPending}
            onClick={() => resend.mutate()}
          >
            Kirim ulang e-mail aktivasi
          </Button>
        </Group>
      )}
      <UserForm key={`${of.updateat.getTime()} ${of.waiting !== null}`} of={of} />
      <UserBlocking of={of} />
    </Stack>
  )
}

const factsOf = ({ user, member, location, createat, lastactiveat }: UserDetail) => [
  { label: 'ID member', value: member.memberid.toString() },
  { label: 'Status', value: <UserState status={member.memberstatus} /> },
  { label: 'Konfirmasi e-mail', value: user.confm ? 'Ya' : 'Belum' },
  { label: 'Telp', value: user.verifyphone ? 'Sudah diverifikasi' : 'Belum diverifikasi' },
  { label: 'Syarat dan ketentuan', value: member.syaratketentuan ? 'Disetujui' : 'Belum disetujui' },
  { label: 'Lokasi', value: location },
  { label: 'Virtual account', value: user.va.map(({ bank, nova }) => `${bank} ${nova}`).join(', ') || 'Belum ada' },
  { label: 'Bergabung', value: wib(createat) },
  { label: 'Terakhir aktif', value: lastactiveat && `${wib(lastactiveat)} (${ago(lastactiveat)})` },
]
