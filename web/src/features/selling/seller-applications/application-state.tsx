import { approvalLevels } from '@lapak/contract/selling/seller-applications'
import { IconBuildingStore, IconClock, IconX } from '@tabler/icons-react'
import { StatusBadge } from '#ui/status-badge.tsx'

export function ApplicationState({ level }: { level: number }) {
  if (level === approvalLevels.approved) return <StatusBadge colour="green" icon={IconBuildingStore} label="Disetujui" />
  if (level === approvalLevels.waiting) return <StatusBadge colour="orange" icon={IconClock} label="Menunggu" />
  return <StatusBadge colour="red" icon={IconX} label="Ditolak" />
}
