import { offerCalls } from '@lapak/contract/offers'
import type { Routes } from '#core/http.ts'
import type { Mirror } from '#core/mirror.ts'
import { requireFresh } from '../proof/proof.ts'
import type { Settings } from '../settings/settings.ts'
import { listOffers, productsOfBrand, readOffer } from './offers.queries.ts'
import { addOffer, changeOffer, type OfferDeps, removeOffer } from './offers.ts'
import { wantsProof } from './price-cut.ts'
import { type SyncDeps, syncPrices } from './price-sync.ts'

export function offerRoutes(routes: Routes, deps: OfferDeps & SyncDeps & Pick<Mirror, 'remembered'> & { settings: Settings }) {
  const { db, settings, remembered } = deps
  routes.on(offerCalls.list, ({ caller, query }) => listOffers(db.read, caller.memberId, query))
  routes.on(offerCalls.one, ({ caller, params }) => readOffer(db.read, caller.memberId, params.id))
  routes.on(offerCalls.add, ({ caller, body }) => remembered(addOffer(deps, caller, body)))
  routes.on(offerCalls.change, async ({ caller, params: { id }, body }) => {
    if (await wantsProof(db.read, settings, { sellerId: caller.memberId, id }, body)) await requireFresh(deps, caller)
    return remembered(changeOffer(deps, caller, id, body))
  })
  routes.on(offerCalls.remove, ({ caller, params }) => remembered(removeOffer(db, caller.memberId, params.id)))
  routes.on(offerCalls.ofBrand, ({ params }) => productsOfBrand(db.read, params.id))
  routes.on(offerCalls.syncPrices, ({ caller }) => remembered(syncPrices(deps, caller.memberId)))
}
