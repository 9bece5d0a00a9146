import { useRefreshSelfTest } from '#features/selling/seller-self-test/seller-self-test.api.ts'
import { useLineRestored, useRealtime } from '#lib/realtime.ts'

/** The run goes on in Lapak, whether somebody looks or not. */
export function useLiveSelfTest() {
  const refresh = useRefreshSelfTest()
  useRealtime('ujiserver', refresh)
  useLineRestored(refresh)
}
