import { useRefreshDisputes } from '#features/ordering/disputes/disputes.api.ts'
import { useConnectionRestored, useRealtime } from '#lib/realtime.ts'

/** Refetches the disputes when any dispute is opened, answered or ended. */
export function useLiveDisputes() {
  const refresh = useRefreshDisputes()
  useRealtime('sengketa', refresh)
  useConnectionRestored(refresh)
}
