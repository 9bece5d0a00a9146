import { type TicketState, ticketStateLabels } from '@lapak/contract/shared/ticket-states'
import { IconArrowBackUp, IconCircleCheck, IconCircleX, IconClock, IconProgress, type TablerIcon } from '@tabler/icons-react'
import { StatusBadge, type StatusColour } from '#ui/status-badge.tsx'

const looks: Record<TicketState, { colour: StatusColour; icon: TablerIcon }> = {
  0: { colour: 'blue', icon: IconClock },
  1: { colour: 'orange', icon: IconProgress },
  2: { colour: 'green', icon: IconCircleCheck },
  3: { colour: 'red', icon: IconCircleX },
  4: { colour: 'gray', icon: IconArrowBackUp },
}

export function TicketStatus({ of }: { of: TicketState }) {
  return <StatusBadge {...looks[of]} word={ticketStateLabels[of]} />
}
