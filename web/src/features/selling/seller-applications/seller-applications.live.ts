import { useRefreshApplications, useRefreshProfile } from '#features/selling/seller-applications/seller-applications.api.ts'
import { useConnectionRestored, useRealtime } from '#lib/realtime.ts'

/** For a member that waits for a decision: refetches the profile by event and after each reconnection. */
export function useLiveOwnApplication() {
  const read = useRefreshProfile()
  useConnectionRestored(read)
}

/** Refetches the applications when any application is sent or decided. */
export function useLiveApplications() {
  const refresh = useRefreshApplications()
  useRealtime('pengajuan', refresh)
  useConnectionRestored(refresh)
}
