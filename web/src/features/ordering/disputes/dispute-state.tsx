import { disputeStateLabels, type DisputeState as State } from '@lapak/contract/ordering/disputes'
import { IconArrowBackUp, IconCircleX, IconClock, IconGavel, IconHandStop, type TablerIcon } from '@tabler/icons-react'
import { StatusBadge, type StatusColour } from '#ui/status-badge.tsx'

const looks: Record<State, { colour: StatusColour; icon: TablerIcon }> = {
  0: { colour: 'orange', icon: IconClock },
  1: { colour: 'blue', icon: IconGavel },
  2: { colour: 'green', icon: IconArrowBackUp },
  3: { colour: 'red', icon: IconCircleX },
  4: { colour: 'gray', icon: IconHandStop },
}

export const DisputeState = ({ of }: { of: State }) => <StatusBadge {...looks[of]} label={disputeStateLabels[of]} />
