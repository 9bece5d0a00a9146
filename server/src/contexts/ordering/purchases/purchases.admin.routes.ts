import { purchaseCalls, purchaseState } from '@lapak/contract/ordering/purchases'
import { waitsForSecond } from '@lapak/contract/system/approvals'
import type { Audit } from '#contexts/system/audit/audit.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database } from '#db/db.ts'
import type { Routes } from '#http/http.ts'
import type { Log } from '#shared/log.ts'
import { listAlerts } from './administration/alerts.queries.ts'
import { decidePurchases } from './administration/bulk.ts'
import { adminDetail } from './administration/detail.queries.ts'
import { countPending, pendingFor } from './administration/pending.queries.ts'
import { previewMany } from './administration/preview.queries.ts'
import { acknowledgeAlert, resolveAlert } from './alerts/alerts.ts'
import type { Purchases } from './purchases.ts'
import { listPurchases } from './queries/lists.queries.ts'
import { downloadAll } from './queries/purchases.csv.ts'
import { purchaseDetail } from './queries/purchases.queries.ts'
import { sumPurchases } from './queries/sums.ts'

interface RouteDeps {
  db: Database
  audit: Audit
  settings: Settings
  purchases: Purchases
  log: Log
}

export function purchaseAdminRoutes(routes: Routes, deps: RouteDeps) {
  const { db, audit, settings, purchases } = deps
  const detail = (id: bigint) => purchaseDetail(db, {}, id)
  const alertMinutes = () => settings.get('purchases.alertMinutes')
  /** The filter `lama` ("pending for long") implies the state pending. */
  const meant = <Query extends { lama?: boolean | undefined }>({ lama, ...query }: Query) =>
    lama ? { ...query, statustrx: purchaseState.pending, before: pendingFor(alertMinutes()) } : query

  routes.on(purchaseCalls.adminList, ({ query }) => listPurchases(db, {}, meant(query)))
  routes.on(purchaseCalls.adminToday, ({ query }) => sumPurchases(db, {}, meant(query), new Date()))
  routes.on(purchaseCalls.adminDownload, ({ query, caller }) => downloadAll(db, deps.audit, caller, meant(query)))
  routes.on(purchaseCalls.adminPending, () => countPending(db, alertMinutes()))
  routes.on(purchaseCalls.adminDetail, ({ params, caller }) => adminDetail(db, caller.memberId, params.id))
  routes.on(purchaseCalls.alerts, ({ query }) => listAlerts(db.read, query))
  routes.on(purchaseCalls.takeAlert, ({ params, caller, body }) => acknowledgeAlert(deps, caller, params.id, body.reason))
  routes.on(purchaseCalls.resolveAlert, ({ params, caller, body }) => resolveAlert(deps, caller, params.id, body.reason))
  routes.on(purchaseCalls.adminPreview, ({ caller, body }) => previewMany(deps, caller.memberId, body))
  routes.on(purchaseCalls.adminBulk, ({ caller, body }) => decidePurchases(deps, caller, body))
  routes.on(purchaseCalls.adminCheck, async ({ body, caller: by }) => {
    const lines = await purchases.checkNow(body.ids)
    const asked = lines.filter(({ done }) => done).map(({ id }) => id)
    if (asked.length > 0)
      await db.transaction((tx) => audit.record(tx, { event: 'purchases.asked', by, subject: 'transactions', after: { purchases: asked } }))
    return lines
  })
  routes.on(purchaseCalls.adminForce, async ({ body, caller, setMessage }) => {
    const { id, status, transactionrc, description } = body
    const done = await purchases.force({
      purchaseId: id,
      status,
      from: transactionrc,
      serialnumber: body.serialnumber ?? null,
      description,
      by: caller,
      sellerId: null,
    })
    if (done === 'approval_requested') setMessage(waitsForSecond)
    return detail(id)
  })
  routes.on(purchaseCalls.adminForceShort, async ({ params, body, caller, setMessage }) => {
    const { idtrx, status } = params
    const done = await purchases.force({
      purchaseId: idtrx,
      status,
      serialnumber: null,
      description: body.description,
      by: caller,
      sellerId: null,
    })
    if (done === 'approval_requested') setMessage(waitsForSecond)
    return detail(idtrx)
  })
}
