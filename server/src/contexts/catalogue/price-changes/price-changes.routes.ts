import { priceChangeCalls } from '@lapak/contract/catalogue/price-changes'
import type { Database } from '#db/db.ts'
import type { Routes } from '#http/http.ts'
import { listChanges } from './price-changes.queries.ts'

export function priceChangeRoutes(routes: Routes, { db }: { db: Database }) {
  routes.on(priceChangeCalls.list, ({ caller, query }) => listChanges(db.read, caller.memberId, query))
}
