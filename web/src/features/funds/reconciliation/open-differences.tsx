import { dotted } from '@lapak/contract/shared/money'
import { IconAlertTriangle, IconCheck, IconHourglass } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { DifferenceFilters } from '#features/funds/reconciliation/reconciliation.api.ts'
import { StatusBadge } from '#ui/status-badge.tsx'
import link from '#ui/text-link.module.css'

interface OpenDifferencesProps {
  count: number
  /** How many there are that the list does not show yet. */
  leftOut?: number
  search: DifferenceFilters
  /** Why none are known where nothing was compared. */
  notYet: string | null
}

/** How many differences wait for somebody's word, as the way to them. */
export function OpenDifferences({ count, leftOut = 0, search, notYet }: OpenDifferencesProps) {
  if (count === 0 && notYet !== null) return <StatusBadge colour="gray" icon={IconHourglass} word={notYet} />
  if (count === 0 && leftOut === 0) return <StatusBadge colour="green" icon={IconCheck} word="Tidak ada" />
  const listed = leftOut > 0 ? `${dotted(count)} dari ${dotted(count + leftOut)}` : dotted(count)
  return (
    <Link to="/rekonsiliasi" search={{ tab: 'selisih', ...search }} className={link.link} aria-label={`Lihat ${listed} selisih`}>
      <StatusBadge colour="orange" icon={IconAlertTriangle} word={listed} />
    </Link>
  )
}
