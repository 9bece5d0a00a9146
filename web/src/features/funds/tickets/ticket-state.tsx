import type { AdminTicket } from '@lapak/contract/funds/tickets'
import { type TicketState, ticketAdminLabels } from '@lapak/contract/shared/ticket-states'
import { IconArrowBackUp, IconCheck, IconClock, IconLoader, IconX, type TablerIcon } from '@tabler/icons-react'
import { StatusBadge, type StatusColour } from '#ui/status-badge.tsx'

const looks: Record<TicketState, { colour: StatusColour; icon: TablerIcon }> = {
  0: { colour: 'orange', icon: IconClock },
  1: { colour: 'blue', icon: IconLoader },
  2: { colour: 'green', icon: IconCheck },
  3: { colour: 'red', icon: IconX },
  4: { colour: 'gray', icon: IconArrowBackUp },
}

/** The state of a ticket. A top-up in state 1 is shown like a top-up in state 0. */
export function TicketStateBadge({ of: { historytipe, status } }: { of: AdminTicket }) {
  return <StatusBadge {...looks[historytipe === 0 && status === 1 ? 0 : status]} label={ticketAdminLabels[historytipe][status]} />
}
