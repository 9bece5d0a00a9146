import type { UserDetail } from '@lapak/contract/backoffice/users'
import { Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBuildingStore } from '@tabler/icons-react'
import { MemberReason } from '#features/backoffice/users/member-reason.tsx'
import { useSetShop } from '#features/backoffice/users/users.api.ts'

/** Opens or closes the shop of who sells. */
export function UserShop({ of }: { of: UserDetail }) {
  const setShop = useSetShop(of.member.memberid.toString())
  const [asking, { open, close }] = useDisclosure()
  const { statustoko } = of.member
  if (!of.user.roles.some(({ name }) => name === 'ROLE_SELLER') || of.own) return null
  const label = statustoko ? 'Tutup toko' : 'Buka toko'
  if (asking)
    return (
      <MemberReason
        label={label}
        danger={statustoko}
        question={`${label} ${of.member.membername}?`}
        send={(reason) => setShop.mutateAsync({ status: statustoko ? '0' : '1', reason })}
        onEnd={close}
      >
        {statustoko
          ? 'Toko tidak menerima pesanan baru sampai admin membukanya lagi; supliernya tidak bisa.'
          : 'Toko menerima pesanan lagi, dalam jam bukanya.'}
      </MemberReason>
    )
  return (
    <Group justify="space-between">
      <Text size="sm">{statustoko ? 'Toko buka' : 'Toko tutup'}</Text>
      <Button variant="default" leftSection={<IconBuildingStore size={18} aria-hidden />} onClick={open}>
        {label}
      </Button>
    </Group>
  )
}
