import { type DecisionKind, type DecisionRow, decisionKindWords } from '@lapak/contract/system/approvals'
import type { Notice } from '#contexts/system/notifications/notifications.ts'

const outcomeWords: Record<NonNullable<DecisionRow['outcome']>, string> = {
  approved: 'disetujui',
  rejected: 'ditolak',
  lapsed: 'tidak bisa dilakukan lagi',
}

interface Asked {
  id: bigint
  kind: DecisionKind
  reason: string
}

/** For everybody who may agree. */
export const waitsNotice = ({ id, kind, reason }: Asked): Omit<Notice, 'memberId'> => ({
  kind: 'decision',
  key: `decision ${id}`,
  title: 'Keputusan menunggu admin kedua',
  text: `${decisionKindWords[kind]}. Alasan: ${reason}`,
  link: '/persetujuan',
})

interface Decided extends Asked {
  askedBy: bigint
  outcome: NonNullable<DecisionRow['outcome']>
}

/** For who asked. */
export const decidedNotice = ({ id, kind, reason, askedBy, outcome }: Decided): Notice => ({
  memberId: askedBy,
  kind: 'decision',
  key: `decision ${id}`,
  title: `Permintaan Anda ${outcomeWords[outcome]}`,
  text: `${decisionKindWords[kind]}. Alasan: ${reason}`,
  link: '/persetujuan?tab=diputuskan',
})
