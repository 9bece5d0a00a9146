import { cashKey, useRefreshCash } from '#features/funds/treasury/treasury.api.ts'
import { useLineRestored, useRealtime } from '#lib/realtime.ts'
import { useOldOnceLeft } from '#lib/use-old-once-left.ts'

/** Refetches the cash accounts, because tickets and manual bookings of other administrators change them. */
export function useLiveCash() {
  const refresh = useRefreshCash()
  useRealtime('tiketadmin', () => void refresh())
  useLineRestored(() => void refresh())
  useOldOnceLeft(cashKey)
}
