import { useRefreshApprovals } from '#features/system/approvals/approvals.api.ts'
import { useConnectionRestored, useRealtime } from '#lib/realtime.ts'

/** Refetches the approval requests when a request is made or decided. */
export function useLiveApprovals() {
  const refresh = useRefreshApprovals()
  useRealtime('tiketadmin', refresh)
  useConnectionRestored(refresh)
}
