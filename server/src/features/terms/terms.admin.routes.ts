import { termsCalls } from '@lapak/contract/terms'
import type { Database } from '#core/db.ts'
import type { Routes } from '#core/http.ts'
import { listTerms } from './terms.queries.ts'
import { publishTerms } from './terms.ts'

export function termsAdminRoutes(routes: Routes, { db }: { db: Database }) {
  routes.on(termsCalls.versions, () => listTerms(db))
  routes.on(termsCalls.publish, ({ caller, body }) => publishTerms(db, caller.memberId, body.content))
}
