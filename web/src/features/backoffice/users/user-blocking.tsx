import { memberStatus, type UserDetail } from '@lapak/contract/backoffice/users'
import { wib } from '@lapak/contract/shared/time-text'
import { Alert, Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBan, IconLockOpen } from '@tabler/icons-react'
import { MemberReason } from '#features/backoffice/users/member-reason.tsx'
import { useChangeUser } from '#features/backoffice/users/users.api.ts'

/** Shuts the member out, or lets it in again. */
export function UserBlocking({ of }: { of: UserDetail }) {
  const change = useChangeUser()
  const [asking, { open, close }] = useDisclosure()
  const { memberid, memberstatus } = of.member
  const sells = of.user.roles.some(({ name }) => name === 'ROLE_SELLER')
  const blocked = memberstatus === memberStatus.blocked
  const send = (reason: string) =>
    change.mutateAsync({ memberid: Number(memberid), memberstatus: blocked ? memberStatus.active : memberStatus.blocked, reason })
  return (
    <>
      {blocked && (
        <Alert color="red" icon={<IconBan size={20} />} title="Member ini diblokir">
          {of.block ? `${of.block.reason} (${of.block.by}, ${wib(of.block.at)})` : 'Akunnya ditutup karena member keluar.'}
        </Alert>
      )}
      {of.own ? null : asking ? (
        <MemberReason
          label={blocked ? 'Buka blokir' : 'Blokir member'}
          danger={!blocked}
          question={blocked ? undefined : `Blokir ${of.member.membername}?`}
          send={send}
          onEnd={close}
        >
          {blocked
            ? 'Member bisa masuk lagi dan API key-nya diterima, seperti sebelum diblokir.'
            : `Semua sesinya diakhiri, dan login, API serta Jabber ditolak.${sells ? ' Tokonya tutup.' : ''} Pesanan yang berjalan diselesaikan.`}
        </MemberReason>
      ) : (
        <Group justify="flex-end">
          <Button
            variant="default"
            {...(!blocked && { color: 'red' })}
            leftSection={blocked ? <IconLockOpen size={18} aria-hidden /> : <IconBan size={18} aria-hidden />}
            onClick={open}
          >
            {blocked ? 'Buka blokir' : 'Blokir'}
          </Button>
        </Group>
      )}
    </>
  )
}
