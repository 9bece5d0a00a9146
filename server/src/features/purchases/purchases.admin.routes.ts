import { purchaseCalls } from '@lapak/contract/purchases'
import type { Database } from '#core/db.ts'
import type { Routes } from '#core/http.ts'
import { Refusal } from '#core/refusal.ts'
import { listAlerts, resolveAlert } from './alerts/alerts.ts'
import type { Purchases } from './purchases.ts'
import { listPurchases } from './reading/lists.queries.ts'
import { purchaseDetail, readExchanges } from './reading/purchases.queries.ts'
import { sumPurchases } from './reading/sums.ts'

export function purchaseAdminRoutes(routes: Routes, { db, purchases }: { db: Database; purchases: Purchases }) {
  const detail = (id: bigint) => purchaseDetail(db, {}, id)

  routes.on(purchaseCalls.adminList, ({ query }) => listPurchases(db, {}, query))
  routes.on(purchaseCalls.adminToday, ({ query }) => sumPurchases(db, {}, query, new Date()))
  routes.on(purchaseCalls.adminDetail, async ({ params }) => ({
    ...(await detail(params.id)),
    exchanges: await readExchanges(db, params.id),
  }))
  routes.on(purchaseCalls.resolveAlert, async ({ params }) => {
    if (!(await resolveAlert(db, params.id))) throw new Refusal('not_found.alert')
  })
  routes.on(purchaseCalls.alerts, () => listAlerts(db))
  routes.on(purchaseCalls.adminForce, async ({ body, caller }) => {
    await purchases.force({
      purchaseId: body.id,
      status: body.status,
      serialnumber: body.serialnumber ?? null,
      description: body.description ?? null,
      by: caller.memberId,
      sellerId: null,
    })
    return detail(body.id)
  })
  routes.on(purchaseCalls.adminForceShort, async ({ params, caller }) => {
    await purchases.force({
      purchaseId: params.idtrx,
      status: params.status,
      serialnumber: null,
      description: null,
      by: caller.memberId,
      sellerId: null,
    })
    return detail(params.idtrx)
  })
}
