import { buyingListCalls } from '@lapak/contract/ordering/buying-list'
import { requireStepUpOfSoftware } from '#contexts/partners/api-keys/api-keys.ts'
import type { Audit } from '#contexts/system/audit/audit.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { VersionedCache } from '#db/cache.ts'
import type { Caller, Routes } from '#http/http.ts'
import { listMappings } from './buying-list.queries.ts'
import { addMapping, addSeller, type BuyingListDeps, orderMappings, removeMapping, setMappingStatus } from './buying-list.ts'
import { type RouteDeps, showRoute } from './show-route.ts'

type Deps = BuyingListDeps & RouteDeps & Pick<VersionedCache, 'afterRefresh'> & { audit: Audit; settings: Settings }

/** The response to a change waits until the snapshot has been refreshed, so that the next request for the route includes the change. */
export function buyingListRoutes(routes: Routes, deps: Deps) {
  const { afterRefresh } = deps
  const reader = { read: deps.db.read, catalogue: deps.catalogue }

  /** The list decides who sells, so a stolen session must not change it for software that orders without a person. */
  async function change<Changed>(caller: Caller, act: (buyerId: bigint) => Promise<Changed>): Promise<Changed> {
    await requireStepUpOfSoftware(deps, caller)
    return afterRefresh(act(caller.memberId))
  }

  routes.on(buyingListCalls.list, ({ caller, query }) => listMappings(reader, caller.memberId, query))
  routes.on(buyingListCalls.add, ({ caller, body }) => change(caller, (buyerId) => addMapping(deps, buyerId, body)))
  routes.on(buyingListCalls.addSeller, ({ caller, params }) => change(caller, (buyerId) => addSeller(deps, buyerId, params.id)))
  routes.on(buyingListCalls.setStatus, ({ caller, params }) =>
    change(caller, (buyerId) => setMappingStatus(deps, buyerId, params.id, params.status)),
  )
  routes.on(buyingListCalls.order, ({ caller, body }) => change(caller, (buyerId) => orderMappings(deps, buyerId, body.ids)))
  routes.on(buyingListCalls.route, ({ caller, params }) => showRoute(deps, caller.memberId, params.productcode))
  routes.on(buyingListCalls.remove, ({ caller, params }) => change(caller, (buyerId) => removeMapping(deps, buyerId, params.id)))
}
