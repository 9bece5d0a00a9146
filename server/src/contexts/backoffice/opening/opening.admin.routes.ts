import { openingCalls } from '@lapak/contract/backoffice/opening'
import type { Audit } from '#contexts/system/audit/audit.ts'
import type { Routes } from '#http/http.ts'
import { type OpeningDeps, readOpening } from './opening.queries.ts'
import { hideOpening } from './opening.ts'

export function openingAdminRoutes(routes: Routes, deps: OpeningDeps & { audit: Audit }) {
  routes.on(openingCalls.read, () => readOpening(deps))
  routes.on(openingCalls.hide, ({ caller }) => hideOpening(deps, caller))
}
