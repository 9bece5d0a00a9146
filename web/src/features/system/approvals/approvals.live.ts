import { useRefreshApprovals } from '#features/system/approvals/approvals.api.ts'
import { useLineRestored, useRealtime } from '#lib/realtime.ts'

/** Refreshed when any approval is requested or decided. */
export function useLiveApprovals() {
  const refresh = useRefreshApprovals()
  useRealtime('tiketadmin', refresh)
  useLineRestored(refresh)
}
