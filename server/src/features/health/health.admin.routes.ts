import { healthCalls } from '@lapak/contract/health'
import type { Routes } from '#core/http.ts'
import { type HealthDeps, readHealth } from './health.queries.ts'

export function healthAdminRoutes(routes: Routes, deps: HealthDeps) {
  routes.on(healthCalls.read, () => readHealth(deps, new Date()))
}
