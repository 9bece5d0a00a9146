import { ticketsKey, useRefreshTickets } from '#features/funds/tickets/tickets.api.ts'
import { useConnectionRestored, useRealtime } from '#lib/realtime.ts'
import { useInvalidateOnUnmount } from '#lib/use-invalidate-on-unmount.ts'

/** Refreshes everything about tickets after each change of a ticket by any administrator. */
export function useLiveTicketLists() {
  const refresh = useRefreshTickets()
  useRealtime('tiketadmin', refresh)
  useConnectionRestored(refresh)
  useInvalidateOnUnmount(ticketsKey)
}
