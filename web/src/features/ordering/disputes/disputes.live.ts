import { useRefreshDisputes } from '#features/ordering/disputes/disputes.api.ts'
import { useLineRestored, useRealtime } from '#lib/realtime.ts'

/** Read again when one began, was answered or ended, whoever did. */
export function useLiveDisputes() {
  const refresh = useRefreshDisputes()
  useRealtime('sengketa', refresh)
  useLineRestored(refresh)
}
