import { buyingListCalls } from '@lapak/contract/buying-list'
import type { Database } from '#core/db.ts'
import type { Routes } from '#core/http.ts'
import { listMappings } from './buying-list.queries.ts'
import { addMapping, removeMapping, setMappingStatus } from './buying-list.ts'

export function buyingListRoutes(routes: Routes, { db }: { db: Database }) {
  routes.on(buyingListCalls.list, ({ caller, query }) => listMappings(db.read, caller.memberId, query))
  routes.on(buyingListCalls.add, ({ caller, body }) => addMapping(db, caller.memberId, body))
  routes.on(buyingListCalls.setStatus, ({ caller, params }) => setMappingStatus(db, caller.memberId, params.id, params.status))
  routes.on(buyingListCalls.remove, ({ caller, params }) => removeMapping(db, caller.memberId, params.id))
}
