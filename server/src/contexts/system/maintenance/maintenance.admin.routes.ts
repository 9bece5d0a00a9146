import { maintenanceCalls } from '@lapak/contract/system/maintenance'
import type { Mirror } from '#db/cache.ts'
import type { Routes } from '#http/http.ts'
import { listNotices } from './maintenance.queries.ts'
import { type MaintenanceDeps, publish } from './maintenance.ts'

export function maintenanceAdminRoutes(routes: Routes, deps: MaintenanceDeps & Pick<Mirror, 'remembered'>) {
  const { db, remembered } = deps
  routes.on(maintenanceCalls.history, () => listNotices(db.read))
  routes.on(maintenanceCalls.publish, async ({ caller, body }) => {
    await remembered(publish(deps, caller, body))
    return listNotices(db.read)
  })
}
