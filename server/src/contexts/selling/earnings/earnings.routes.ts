import { earningCalls } from '@lapak/contract/selling/earnings'
import type { Database } from '#db/db.ts'
import type { Routes } from '#http/http.ts'
import { downloadEarnings } from './earnings.csv.ts'
import { listEarnings, sumEarnings } from './earnings.queries.ts'

export function earningRoutes(routes: Routes, { db }: { db: Database }) {
  routes.on(earningCalls.list, ({ caller, query }) => listEarnings(db.read, caller.memberId, query))
  routes.on(earningCalls.sums, ({ caller, query }) => sumEarnings(db.read, caller.memberId, query))
  routes.on(earningCalls.download, ({ caller, query }) => downloadEarnings(db.read, caller.memberId, query))
}
