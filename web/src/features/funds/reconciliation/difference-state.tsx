import type { Difference } from '@lapak/contract/funds/reconciliation'
import { IconAlertTriangle, IconCheck, IconEqual } from '@tabler/icons-react'
import { StatusBadge } from '#ui/status-badge.tsx'

/** What agrees by now still waits for a person. */
export function DifferenceState({ of: { endedat, still } }: { of: Difference }) {
  if (endedat !== null) return <StatusBadge colour="gray" icon={IconCheck} word="Selesai" />
  if (!still) return <StatusBadge colour="green" icon={IconEqual} word="Sudah cocok" />
  return <StatusBadge colour="orange" icon={IconAlertTriangle} word="Terbuka" />
}
