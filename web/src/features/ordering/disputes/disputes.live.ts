import { useRefreshDisputes } from '#features/ordering/disputes/disputes.api.ts'
import { useLineRestored, useRealtime } from '#lib/realtime.ts'

/** Refreshed when any dispute begins, is answered or ends. */
export function useLiveDisputes() {
  const refresh = useRefreshDisputes()
  useRealtime('sengketa', refresh)
  useLineRestored(refresh)
}
