import { cashKey, useRefreshCash } from '#features/funds/treasury/treasury.api.ts'
import { useConnectionRestored, useRealtime } from '#lib/realtime.ts'
import { useInvalidateOnUnmount } from '#lib/use-invalidate-on-unmount.ts'

/** Refetches the cash accounts, because tickets and manual bookings of other administrators change them. */
export function useLiveCash() {
  const refresh = useRefreshCash()
  useRealtime('tiketadmin', () => void refresh())
  useConnectionRestored(() => void refresh())
  useInvalidateOnUnmount(cashKey)
}
