import type { SelfTestVerdict } from '@lapak/contract/selling/seller-self-test'
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconCircleX, IconLoader2, IconQuestionMark } from '@tabler/icons-react'

export const verdictBadges = {
  passed: { colour: 'green', icon: IconCircleCheck, word: 'Lulus' },
  attention: { colour: 'orange', icon: IconAlertTriangle, word: 'Perhatikan' },
  failed: { colour: 'red', icon: IconCircleX, word: 'Gagal' },
  untestable: { colour: 'gray', icon: IconQuestionMark, word: 'Tidak dapat diuji' },
} as const satisfies Record<SelfTestVerdict, object>

export const waitingBadge = { colour: 'gray', icon: IconCircleDashed, word: 'Menunggu giliran' } as const
export const runningBadge = { colour: 'blue', icon: IconLoader2, word: 'Sedang diuji' } as const

export const sourceLabels = { order: 'Pesanan', status: 'Pertanyaan status', report: 'Laporan dari server' } as const
