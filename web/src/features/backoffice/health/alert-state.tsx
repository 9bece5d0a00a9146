import type { HealthAlert } from '@lapak/contract/backoffice/health'
import { IconAlertTriangle, IconCheck, IconUserCheck } from '@tabler/icons-react'
import { StatusBadge } from '#ui/status-badge.tsx'

export function AlertState({ of: { endedat, takenby } }: { of: HealthAlert }) {
  if (endedat !== null) return <StatusBadge colour="gray" icon={IconCheck} label="Selesai" />
  if (takenby !== null) return <StatusBadge colour="blue" icon={IconUserCheck} label="Diambil" />
  return <StatusBadge colour="red" icon={IconAlertTriangle} label="Terbuka" />
}
