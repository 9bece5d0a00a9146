import { memberStatus } from '@lapak/contract/backoffice/users'
import { IconBan, IconCircleCheck, IconClock } from '@tabler/icons-react'
import { StatusBadge } from '#ui/status-badge.tsx'

/** A member with an incomplete account is also shown as active, because the member can sign in and complete the account. */
export function UserState({ status }: { status: number }) {
  if (status === memberStatus.blocked) return <StatusBadge colour="red" icon={IconBan} label="Diblokir" />
  if (status === memberStatus.active) return <StatusBadge colour="green" icon={IconCircleCheck} label="Aktif" />
  return <StatusBadge colour="orange" icon={IconClock} label="Aktif, belum lengkap" />
}
