import { useReadProfileAgain, useRefreshApplications } from '#features/selling/seller-applications/seller-applications.api.ts'
import { useLineRestored, useRealtime } from '#lib/realtime.ts'

/** For who waits for a decision: told at once, and looked at again where the line was down. */
export function useLiveDecision() {
  const read = useReadProfileAgain()
  useLineRestored(read)
}

/** What waits is read again when something was sent or decided, whoever did. */
export function useLiveApplications() {
  const refresh = useRefreshApplications()
  useRealtime('pengajuan', refresh)
  useLineRestored(refresh)
}
