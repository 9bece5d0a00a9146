import { cashKey, useRefreshCash } from '#features/funds/treasury/treasury.api.ts'
import { useLineRestored, useRealtime } from '#lib/realtime.ts'
import { useOldOnceLeft } from '#lib/use-old-once-left.ts'

/** Tickets and manual bookings of other administrators change cash accounts. */
export function useLiveCash() {
  const refresh = useRefreshCash()
  useRealtime('tiketadmin', () => void refresh())
  useLineRestored(() => void refresh())
  useOldOnceLeft(cashKey)
}
