import { useQueryClient } from '@tanstack/react-query'
import { maintenanceKey } from '#features/system/maintenance/maintenance.api.ts'
import { fetchMaintenanceNotice } from '#features/system/maintenance/maintenance-notice.ts'
import { useConnectionRestored, useRealtime } from '#lib/realtime.ts'

export function useLiveMaintenance() {
  const queries = useQueryClient()
  const refresh = () => {
    void fetchMaintenanceNotice()
    void queries.invalidateQueries({ queryKey: maintenanceKey })
  }
  useRealtime('pemeliharaan', refresh)
  useConnectionRestored(refresh)
}
