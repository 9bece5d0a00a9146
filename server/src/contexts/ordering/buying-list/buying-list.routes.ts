import { buyingListCalls } from '@lapak/contract/ordering/buying-list'
import type { VersionedCache } from '#db/cache.ts'
import type { Routes } from '#http/http.ts'
import { listMappings } from './buying-list.queries.ts'
import { addMapping, addSeller, type BuyingListDeps, orderMappings, removeMapping, setMappingStatus } from './buying-list.ts'
import { type RouteDeps, showRoute } from './show-route.ts'

/** The response to a change waits until the snapshot has been refreshed, so that the next request for the route includes the change. */
export function buyingListRoutes(routes: Routes, deps: BuyingListDeps & RouteDeps & Pick<VersionedCache, 'afterRefresh'>) {
  const { afterRefresh } = deps
  const reader = { read: deps.db.read, catalogue: deps.catalogue }

  routes.on(buyingListCalls.list, ({ caller, query }) => listMappings(reader, caller.memberId, query))
  routes.on(buyingListCalls.add, ({ caller, body }) => afterRefresh(addMapping(deps, caller.memberId, body)))
  routes.on(buyingListCalls.addSeller, ({ caller, params }) => afterRefresh(addSeller(deps, caller.memberId, params.id)))
  routes.on(buyingListCalls.setStatus, ({ caller, params }) =>
    afterRefresh(setMappingStatus(deps, caller.memberId, params.id, params.status)),
  )
  routes.on(buyingListCalls.order, ({ caller, body }) => afterRefresh(orderMappings(deps, caller.memberId, body.ids)))
  routes.on(buyingListCalls.route, ({ caller, params }) => showRoute(deps, caller.memberId, params.productcode))
  routes.on(buyingListCalls.remove, ({ caller, params }) => afterRefresh(removeMapping(deps, caller.memberId, params.id)))
}
