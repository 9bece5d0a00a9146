import { termsCalls } from '@lapak/contract/system/terms'
import type { Routes } from '#http/http.ts'
import { listTerms } from './terms.queries.ts'
import { publishTerms, type TermsDeps } from './terms.ts'

export function termsAdminRoutes(routes: Routes, deps: TermsDeps) {
  routes.on(termsCalls.versions, () => listTerms(deps.db))
  routes.on(termsCalls.publish, ({ caller, body }) => publishTerms(deps, caller, body.content))
}
