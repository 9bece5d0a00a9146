import { offerCalls } from '@lapak/contract/offers'
import type { Routes } from '#core/http.ts'
import type { Mirror } from '#core/mirror.ts'
import { listOffers, productsOfBrand, readOffer } from './offers.queries.ts'
import { addOffer, changeOffer, removeOffer, type SyncDeps, syncPrices } from './offers.ts'

export function offerRoutes(routes: Routes, deps: SyncDeps & Pick<Mirror, 'remembered'>) {
  const { db, remembered } = deps
  routes.on(offerCalls.list, ({ caller, query }) => listOffers(db.read, caller.memberId, query))
  routes.on(offerCalls.one, ({ caller, params }) => readOffer(db.read, caller.memberId, params.id))
  routes.on(offerCalls.add, ({ caller, body }) => remembered(addOffer(db, caller.memberId, body)))
  routes.on(offerCalls.change, ({ caller, params, body }) => remembered(changeOffer(db, caller.memberId, params.id, body)))
  routes.on(offerCalls.remove, ({ caller, params }) => remembered(removeOffer(db, caller.memberId, params.id)))
  routes.on(offerCalls.ofBrand, ({ params }) => productsOfBrand(db.read, params.id))
  routes.on(offerCalls.syncPrices, ({ caller }) => remembered(syncPrices(deps, caller.memberId)))
}
