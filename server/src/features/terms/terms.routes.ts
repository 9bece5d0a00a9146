import { termsCalls } from '@lapak/contract/terms'
import type { Database } from '#core/db.ts'
import type { Routes } from '#core/http.ts'
import { listTerms, readTerms } from './terms.queries.ts'
import { acceptTerms, publishTerms } from './terms.ts'

export function termsRoutes(routes: Routes, { db }: { db: Database }) {
  routes.on(termsCalls.current, () => readTerms(db))
  routes.on(termsCalls.accept, ({ caller, request }) => db.transaction((tx) => acceptTerms(tx, caller.memberId, request.ip)))
  routes.on(termsCalls.versions, () => listTerms(db))
  routes.on(termsCalls.publish, ({ caller, body }) => publishTerms(db, caller.memberId, body.content))
}
