import { IconBuildingStore, IconCircleFilled, IconCircleOff, IconZzz } from '@tabler/icons-react'
import { StatusBadge } from '#ui/status-badge.tsx'

export function OnlineMark({ online }: { online: boolean }) {
  return online ? (
    <StatusBadge colour="green" icon={IconCircleFilled} label="Online" />
  ) : (
    <StatusBadge colour="gray" icon={IconCircleOff} label="Offline" />
  )
}

export function ShopMark({ open }: { open: boolean }) {
  return open ? (
    <StatusBadge colour="green" icon={IconBuildingStore} label="Buka" />
  ) : (
    <StatusBadge colour="red" icon={IconZzz} label="Tutup" />
  )
}
