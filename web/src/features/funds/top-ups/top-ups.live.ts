import { useQueryClient } from '@tanstack/react-query'
import { topUpFailed, topUpPaid } from '#features/funds/top-ups/result-labels.ts'
import { openTicketsKey, topUpTicketKey, topUpTicketsKey } from '#features/funds/top-ups/top-ups.api.ts'
import { useConnectionRestored, useRealtime } from '#lib/realtime.ts'
import { showError, showSuccess } from '#ui/snackbar.ts'

/** On every page, shows the result of top-ups, and opens a ticket that was just created. */
export function useLiveTickets(openTicket: (invoice: string) => void) {
  const queries = useQueryClient()
  useRealtime('confmdeposit', ({ invoice }) => openTicket(invoice))
  useRealtime('tiket', ({ historytipe, invoice, status, failed }) => {
    if (historytipe !== 0) return
    void queries.invalidateQueries({ queryKey: topUpTicketKey(invoice) })
    void queries.invalidateQueries({ queryKey: openTicketsKey })
    if (status === 2) showSuccess(topUpPaid)
    if (status === 3 || failed) showError(topUpFailed)
  })
  useConnectionRestored(() => void queries.invalidateQueries({ queryKey: topUpTicketsKey }))
}
