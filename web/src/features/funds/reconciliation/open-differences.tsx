import { dotted } from '@lapak/contract/shared/money'
import { IconAlertTriangle, IconCheck, IconHourglass } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { DifferenceFilters } from '#features/funds/reconciliation/reconciliation.api.ts'
import { StatusBadge } from '#ui/status-badge.tsx'
import link from '#ui/text-link.module.css'

interface OpenDifferencesProps {
  count: number
  /** The number of differences that were found but are not in the list of differences yet. */
  leftOut?: number
  search: DifferenceFilters
  /** The reason why there are no differences, if nothing was compared yet. */
  notYet: string | null
}

/** The number of open differences, as a link to the list of differences. */
export function OpenDifferences({ count, leftOut = 0, search, notYet }: OpenDifferencesProps) {
  if (count === 0 && notYet !== null) return <StatusBadge colour="gray" icon={IconHourglass} label={notYet} />
  if (count === 0 && leftOut === 0) return <StatusBadge colour="green" icon={IconCheck} label="Tidak ada" />
  const listed = leftOut > 0 ? `${dotted(count)} dari ${dotted(count + leftOut)}` : dotted(count)
  return (
    <Link to="/rekonsiliasi" search={{ tab: 'selisih', ...search }} className={link.link} aria-label={`Lihat ${listed} selisih`}>
      <StatusBadge colour="orange" icon={IconAlertTriangle} label={listed} />
    </Link>
  )
}
