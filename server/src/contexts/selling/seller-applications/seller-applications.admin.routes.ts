import { sellerApplicationCalls } from '@lapak/contract/selling/seller-applications'
import type { Mirror } from '#db/cache.ts'
import type { Routes } from '#http/http.ts'
import { approveSeller, rejectSeller } from './decide.ts'
import { listApplications, readApplication } from './seller-applications.queries.ts'
import type { SellerApplicationDeps } from './seller-applications.ts'

export function sellerApplicationAdminRoutes(routes: Routes, deps: SellerApplicationDeps & Pick<Mirror, 'remembered'>) {
  const { db, remembered } = deps

  routes.on(sellerApplicationCalls.list, ({ query }) => listApplications(db.read, query))
  routes.on(sellerApplicationCalls.one, ({ caller, params: { id } }) => readApplication(deps, caller, id))
  routes.on(sellerApplicationCalls.approve, async ({ caller, params: { id }, body: { sentat } }) => {
    await remembered(approveSeller(deps, caller, { id, sentat }))
    return readApplication(deps, caller, id)
  })
  routes.on(sellerApplicationCalls.reject, async ({ caller, params: { id }, body: { reason, sentat } }) => {
    await remembered(rejectSeller(deps, caller, { id, reason, sentat }))
    return readApplication(deps, caller, id)
  })
}
