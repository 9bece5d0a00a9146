import { dashboardCalls } from '@lapak/contract/backoffice/dashboard'
import type { Routes } from '#http/http.ts'
import { type DashboardDeps, rankSellers, readFigures } from './dashboard.queries.ts'

export function dashboardAdminRoutes(routes: Routes, deps: DashboardDeps) {
  routes.on(dashboardCalls.figures, ({ query }) => readFigures(deps, query, new Date()))
  routes.on(dashboardCalls.sellers, ({ query: { urut, ...days } }) => rankSellers(deps.db.read, days, urut))
}
