import type { AdminPost } from '@lapak/contract/community/feeds'
import { IconEye, IconEyeOff, IconFlag, IconTrash } from '@tabler/icons-react'
import { StatusBadge } from '#ui/status-badge.tsx'

type State = Pick<AdminPost, 'removedat' | 'hiddenat' | 'laporan' | 'laporankomentar'>

/** The state of a post, and whether there are undecided reports about it. */
export function PostState({ of: { removedat, hiddenat, laporan, laporankomentar } }: { of: State }) {
  if (removedat !== null) return <StatusBadge colour="gray" icon={IconTrash} label="Dihapus penulis" />
  if (hiddenat !== null) return <StatusBadge colour="red" icon={IconEyeOff} label="Disembunyikan" />
  if (laporan + laporankomentar > 0) return <StatusBadge colour="orange" icon={IconFlag} label="Dilaporkan" />
  return <StatusBadge colour="green" icon={IconEye} label="Tampil" />
}
