import { termsCalls } from '@lapak/contract/system/terms'
import type { Database } from '#db/db.ts'
import type { Routes } from '#http/http.ts'
import { readTerms } from './terms.queries.ts'
import { acceptTerms } from './terms.ts'

export function termsRoutes(routes: Routes, { db }: { db: Database }) {
  routes.on(termsCalls.current, () => readTerms(db))
  routes.on(termsCalls.accept, ({ caller, request }) => db.transaction((tx) => acceptTerms(tx, caller.memberId, request.ip)))
}
