import { maintenanceCalls } from '@lapak/contract/system/maintenance'
import type { VersionedCache } from '#db/cache.ts'
import type { Routes } from '#http/http.ts'
import { listNotices } from './maintenance.queries.ts'
import { type MaintenanceDeps, publishNotice } from './maintenance.ts'

export function maintenanceAdminRoutes(routes: Routes, deps: MaintenanceDeps & Pick<VersionedCache, 'afterRefresh'>) {
  const { db, afterRefresh } = deps
  routes.on(maintenanceCalls.history, () => listNotices(db.read))
  routes.on(maintenanceCalls.publish, async ({ caller, body }) => {
    await afterRefresh(publishNotice(deps, caller, body))
    return listNotices(db.read)
  })
}
