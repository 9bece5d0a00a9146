import { useRefreshSelfTest } from '#features/selling/seller-self-test/seller-self-test.api.ts'
import { useConnectionRestored, useRealtime } from '#lib/realtime.ts'

/** Refetches the state of the run, which continues on the server independently of this page. */
export function useLiveSelfTest() {
  const refresh = useRefreshSelfTest()
  useRealtime('ujiserver', refresh)
  useConnectionRestored(refresh)
}
