import { type ApprovalKind, type ApprovalRow, approvalKindLabels } from '@lapak/contract/system/approvals'
import type { MemberNotification } from '#contexts/system/notifications/notifications.ts'

const outcomeWords: Record<NonNullable<ApprovalRow['outcome']>, string> = {
  approved: 'disetujui',
  rejected: 'ditolak',
  lapsed: 'tidak bisa dilakukan lagi',
}

interface Asked {
  id: bigint
  kind: ApprovalKind
  reason: string
}

/** For everybody who may agree. */
export const waitingNotification = ({ id, kind, reason }: Asked): Omit<MemberNotification, 'memberId'> => ({
  kind: 'decision',
  key: `decision ${id}`,
  title: 'Keputusan menunggu admin kedua',
  text: `${approvalKindLabels[kind]}. Alasan: ${reason}`,
  link: '/persetujuan',
})

interface Decided extends Asked {
  askedBy: bigint
  outcome: NonNullable<ApprovalRow['outcome']>
}

/** For who asked. */
export const decidedNotification = ({ id, kind, reason, askedBy, outcome }: Decided): MemberNotification => ({
  memberId: askedBy,
  kind: 'decision',
  key: `decision ${id}`,
  title: `Permintaan Anda ${outcomeWords[outcome]}`,
  text: `${approvalKindLabels[kind]}. Alasan: ${reason}`,
  link: '/persetujuan?tab=diputuskan',
})
