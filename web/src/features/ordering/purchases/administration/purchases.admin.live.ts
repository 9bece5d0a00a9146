import { useRefreshAdminPurchases } from '#features/ordering/purchases/administration/purchases.admin.api.ts'
import { useConnectionRestored, useRealtime } from '#lib/realtime.ts'

/** Refetches the purchases when an approval is requested or decided. */
export function useLiveAdminPurchases() {
  const refresh = useRefreshAdminPurchases()
  useRealtime('tiketadmin', () => void refresh())
  useConnectionRestored(() => void refresh())
}
