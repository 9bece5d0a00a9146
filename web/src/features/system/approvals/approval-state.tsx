import type { ApprovalRow } from '@lapak/contract/system/approvals'
import { IconArrowBackUp, IconCircleCheck, IconCircleX, IconClock, IconClockOff, type TablerIcon } from '@tabler/icons-react'
import { StatusBadge, type StatusColour } from '#ui/status-badge.tsx'

type Outcome = NonNullable<ApprovalRow['outcome']> | 'waits'

const looks: Record<Outcome, { label: string; colour: StatusColour; icon: TablerIcon }> = {
  waits: { label: 'Menunggu', colour: 'orange', icon: IconClock },
  approved: { label: 'Disetujui', colour: 'green', icon: IconCircleCheck },
  rejected: { label: 'Ditolak', colour: 'red', icon: IconCircleX },
  withdrawn: { label: 'Ditarik kembali', colour: 'gray', icon: IconArrowBackUp },
  lapsed: { label: 'Tidak berlaku lagi', colour: 'gray', icon: IconClockOff },
}

export const ApprovalState = ({ of }: { of: ApprovalRow }) => <StatusBadge {...looks[of.outcome ?? 'waits']} />

/** The texts for the reasons why this administrator may not decide. */
export const ownRequestTexts = {
  request: 'Permintaan Anda sendiri, menunggu admin lain',
  money: 'Menyangkut uang Anda sendiri, harus diputuskan admin lain',
  member: 'Ini tentang akun Anda sendiri, jadi diputuskan admin lain',
} as const
