import { useReadProfileAgain, useRefreshApplications } from '#features/selling/seller-applications/seller-applications.api.ts'
import { useConnectionRestored, useRealtime } from '#lib/realtime.ts'

/** For a member that waits for a decision: refetches the profile by event and after each reconnection. */
export function useLiveDecision() {
  const read = useReadProfileAgain()
  useConnectionRestored(read)
}

/** Refetches the applications when any application is sent or decided. */
export function useLiveApplications() {
  const refresh = useRefreshApplications()
  useRealtime('pengajuan', refresh)
  useConnectionRestored(refresh)
}
