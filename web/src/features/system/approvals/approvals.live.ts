import { useRefreshApprovals } from '#features/system/approvals/approvals.api.ts'
import { useLineRestored, useRealtime } from '#lib/realtime.ts'

/** What waits is read again when something was asked for or decided, whoever did. */
export function useLiveApprovals() {
  const refresh = useRefreshApprovals()
  useRealtime('tiketadmin', refresh)
  useLineRestored(refresh)
}
