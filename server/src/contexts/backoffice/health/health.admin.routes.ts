import { healthCalls } from '@lapak/contract/backoffice/health'
import type { Routes } from '#http/http.ts'
import type { AdapterDeps } from './adapter-checks.ts'
import { listAdapters, testAdapter } from './adapters.ts'
import { listAlerts, waitingAlerts } from './alerts.queries.ts'
import { type AlertDeps, acknowledgeAlert, endAlert } from './alerts.ts'
import { type HealthDeps, readHealth } from './health.queries.ts'

export function healthAdminRoutes(routes: Routes, deps: HealthDeps & AlertDeps & AdapterDeps) {
  const { db } = deps
  routes.on(healthCalls.read, () => readHealth(deps, new Date()))
  routes.on(healthCalls.alerts, ({ query }) => listAlerts(db.read, query))
  routes.on(healthCalls.waiting, () => waitingAlerts(db.read))
  routes.on(healthCalls.take, ({ params: { id }, caller, body: { dari, reason } }) =>
    acknowledgeAlert(deps, caller, { id, seen: dari, reason }),
  )
  routes.on(healthCalls.adapters, () => listAdapters(deps))
  routes.on(healthCalls.testAdapter, ({ params, caller }) => testAdapter(deps, caller, params.name))
  routes.on(healthCalls.end, ({ params, caller, body }) => endAlert(deps, caller, params.id, body.reason))
}
