import { ticketsKey, useRefreshTickets } from '#features/funds/tickets/tickets.api.ts'
import { useLineRestored, useRealtime } from '#lib/realtime.ts'
import { useOldOnceLeft } from '#lib/use-old-once-left.ts'

/** Everything about tickets is read again when one of them changed, whoever changed it. */
export function useLiveTicketLists() {
  const refresh = useRefreshTickets()
  useRealtime('tiketadmin', refresh)
  useLineRestored(refresh)
  useOldOnceLeft(ticketsKey)
}
