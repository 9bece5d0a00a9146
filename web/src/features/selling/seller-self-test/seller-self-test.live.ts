import { useRefreshSelfTest } from '#features/selling/seller-self-test/seller-self-test.api.ts'
import { useLineRestored, useRealtime } from '#lib/realtime.ts'

/** The run continues on the server, independent of this page. */
export function useLiveSelfTest() {
  const refresh = useRefreshSelfTest()
  useRealtime('ujiserver', refresh)
  useLineRestored(refresh)
}
