import { sellerApplicationCalls } from '@lapak/contract/selling/seller-applications'
import type { VersionedCache } from '#db/cache.ts'
import type { Routes } from '#http/http.ts'
import { approveSeller, rejectSeller } from './decide.ts'
import { listApplications, readApplication } from './seller-applications.queries.ts'
import type { SellerApplicationDeps } from './seller-applications.ts'

export function sellerApplicationAdminRoutes(routes: Routes, deps: SellerApplicationDeps & Pick<VersionedCache, 'afterRefresh'>) {
  const { db, afterRefresh } = deps

  routes.on(sellerApplicationCalls.list, ({ query }) => listApplications(db.read, query))
  routes.on(sellerApplicationCalls.one, ({ caller, params: { id } }) => readApplication(deps, caller, id))
  routes.on(sellerApplicationCalls.approve, async ({ caller, params: { id }, body: { sentat } }) => {
    await afterRefresh(approveSeller(deps, caller, { id, sentat }))
    return readApplication(deps, caller, id)
  })
  routes.on(sellerApplicationCalls.reject, async ({ caller, params: { id }, body: { reason, sentat } }) => {
    await afterRefresh(rejectSeller(deps, caller, { id, reason, sentat }))
    return readApplication(deps, caller, id)
  })
}
