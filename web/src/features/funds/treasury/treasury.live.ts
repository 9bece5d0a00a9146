import { cashKey, useRefreshCash } from '#features/funds/treasury/treasury.api.ts'
import { useLineRestored, useRealtime } from '#lib/realtime.ts'
import { useOldOnceLeft } from '#lib/use-old-once-left.ts'

/** Tickets move money, and so does what another administrator books by hand. */
export function useLiveCash() {
  const refresh = useRefreshCash()
  useRealtime('tiketadmin', () => void refresh())
  useLineRestored(() => void refresh())
  useOldOnceLeft(cashKey)
}
