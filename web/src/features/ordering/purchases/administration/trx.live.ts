import { useRefreshTrx } from '#features/ordering/purchases/administration/trx.api.ts'
import { useLineRestored, useRealtime } from '#lib/realtime.ts'

/** Read again when something was asked of a second administrator, or decided. */
export function useLiveTrx() {
  const refresh = useRefreshTrx()
  useRealtime('tiketadmin', () => void refresh())
  useLineRestored(() => void refresh())
}
