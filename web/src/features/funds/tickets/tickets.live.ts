import { ticketsKey, useRefreshTickets } from '#features/funds/tickets/tickets.api.ts'
import { useLineRestored, useRealtime } from '#lib/realtime.ts'
import { useOldOnceLeft } from '#lib/use-old-once-left.ts'

/** Refreshes everything about tickets after each change of a ticket by any administrator. */
export function useLiveTicketLists() {
  const refresh = useRefreshTickets()
  useRealtime('tiketadmin', refresh)
  useLineRestored(refresh)
  useOldOnceLeft(ticketsKey)
}
