import type { Explanation } from '@lapak/contract/funds/bank-statements'
import { IconCheck, IconHelp, IconNote, IconUserQuestion, type TablerIcon } from '@tabler/icons-react'
import { explanationLabels } from '#features/funds/bank-statements/statement-labels.ts'
import { StatusBadge, type StatusColour } from '#ui/status-badge.tsx'

const known = { colour: 'green', icon: IconCheck } as const
const looks: Record<Explanation, { colour: StatusColour; icon: TablerIcon }> = {
  new: { colour: 'gray', icon: IconHelp },
  deposit: known,
  cash_out: known,
  cash_transfer: known,
  correction: known,
  unmatched: { colour: 'orange', icon: IconUserQuestion },
  noted: { colour: 'blue', icon: IconNote },
}

export const StatementState = ({ of }: { of: Explanation }) => <StatusBadge {...looks[of]} word={explanationLabels[of]} />
