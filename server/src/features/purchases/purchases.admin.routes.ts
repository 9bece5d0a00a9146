import { waitsForSecond } from '@lapak/contract/decisions'
import { purchaseCalls } from '@lapak/contract/purchases'
import type { Database } from '#core/db.ts'
import type { Routes } from '#core/http.ts'
import type { Audit } from '../audit/audit.ts'
import { listAlerts, resolveAlert } from './alerts/alerts.ts'
import type { Purchases } from './purchases.ts'
import { listPurchases } from './reading/lists.queries.ts'
import { purchaseDetail, readExchanges } from './reading/purchases.queries.ts'
import { sumPurchases } from './reading/sums.ts'

export function purchaseAdminRoutes(routes: Routes, { db, audit, purchases }: { db: Database; audit: Audit; purchases: Purchases }) {
  const detail = (id: bigint) => purchaseDetail(db, {}, id)

  routes.on(purchaseCalls.adminList, ({ query }) => listPurchases(db, {}, query))
  routes.on(purchaseCalls.adminToday, ({ query }) => sumPurchases(db, {}, query, new Date()))
  routes.on(purchaseCalls.adminDetail, async ({ params }) => ({
    ...(await detail(params.id)),
    exchanges: await readExchanges(db, params.id),
  }))
  routes.on(purchaseCalls.resolveAlert, ({ params, caller, body }) => resolveAlert({ db, audit }, caller, params.id, body.reason))
  routes.on(purchaseCalls.alerts, () => listAlerts(db))
  routes.on(purchaseCalls.adminForce, async ({ body, caller, say }) => {
    const { id, status, description } = body
    const done = await purchases.force({
      purchaseId: id,
      status,
      serialnumber: body.serialnumber ?? null,
      description,
      by: caller,
      sellerId: null,
    })
    if (done === 'asked') say(waitsForSecond)
    return detail(id)
  })
  routes.on(purchaseCalls.adminForceShort, async ({ params, body, caller, say }) => {
    const { idtrx, status } = params
    const done = await purchases.force({
      purchaseId: idtrx,
      status,
      serialnumber: null,
      description: body.description,
      by: caller,
      sellerId: null,
    })
    if (done === 'asked') say(waitsForSecond)
    return detail(idtrx)
  })
}
