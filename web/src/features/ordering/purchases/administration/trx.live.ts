import { useRefreshTrx } from '#features/ordering/purchases/administration/trx.api.ts'
import { useLineRestored, useRealtime } from '#lib/realtime.ts'

/** Refetches the purchases when an approval is requested or decided. */
export function useLiveTrx() {
  const refresh = useRefreshTrx()
  useRealtime('tiketadmin', () => void refresh())
  useLineRestored(() => void refresh())
}
