import { buyingListCalls } from '@lapak/contract/buying-list'
import type { Routes } from '#core/http.ts'
import { listMappings } from './buying-list.queries.ts'
import { addMapping, type BuyingListDeps, orderMappings, removeMapping, setMappingStatus } from './buying-list.ts'
import { type RouteDeps, showRoute } from './route.ts'

export function buyingListRoutes(routes: Routes, deps: BuyingListDeps & RouteDeps) {
  const reader = { read: deps.db.read, market: deps.market }

  routes.on(buyingListCalls.list, ({ caller, query }) => listMappings(reader, caller.memberId, query))
  routes.on(buyingListCalls.add, ({ caller, body }) => addMapping(deps, caller.memberId, body))
  routes.on(buyingListCalls.setStatus, ({ caller, params }) => setMappingStatus(deps, caller.memberId, params.id, params.status))
  routes.on(buyingListCalls.order, ({ caller, body }) => orderMappings(deps, caller.memberId, body.ids))
  routes.on(buyingListCalls.route, ({ caller, params }) => showRoute(deps, caller.memberId, params.productcode))
  routes.on(buyingListCalls.remove, ({ caller, params }) => removeMapping(deps, caller.memberId, params.id))
}
