import type { AdminPost } from '@lapak/contract/feeds'
import { IconEye, IconEyeOff, IconFlag, IconTrash } from '@tabler/icons-react'
import { StatusBadge } from '#ui/status-badge.tsx'

/** What became of a post. */
export function PostState({ of: { removedat, hiddenat, laporan } }: { of: Pick<AdminPost, 'removedat' | 'hiddenat' | 'laporan'> }) {
  if (removedat !== null) return <StatusBadge colour="gray" icon={IconTrash} word="Dihapus penulis" />
  if (hiddenat !== null) return <StatusBadge colour="red" icon={IconEyeOff} word="Disembunyikan" />
  if (laporan > 0) return <StatusBadge colour="orange" icon={IconFlag} word="Dilaporkan" />
  return <StatusBadge colour="green" icon={IconEye} word="Tampil" />
}
