import type { SelfTestVerdict } from '@lapak/contract/selling/seller-self-test'
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconCircleX, IconLoader2, IconQuestionMark } from '@tabler/icons-react'

export const verdictBadges = {
  passed: { colour: 'green', icon: IconCircleCheck, label: 'Lulus' },
  attention: { colour: 'orange', icon: IconAlertTriangle, label: 'Perhatikan' },
  failed: { colour: 'red', icon: IconCircleX, label: 'Gagal' },
  untestable: { colour: 'gray', icon: IconQuestionMark, label: 'Tidak dapat diuji' },
} as const satisfies Record<SelfTestVerdict, object>

export const waitingBadge = { colour: 'gray', icon: IconCircleDashed, label: 'Menunggu giliran' } as const
export const runningBadge = { colour: 'blue', icon: IconLoader2, label: 'Sedang diuji' } as const

export const sourceLabels = { order: 'Pesanan', status: 'Pertanyaan status', report: 'Laporan dari server' } as const
