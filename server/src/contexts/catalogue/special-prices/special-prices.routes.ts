import { specialPriceCalls } from '@lapak/contract/catalogue/special-prices'
import type { VersionedCache } from '#db/cache.ts'
import type { Routes } from '#http/http.ts'
import { type FindDeps, findBuyers } from './buyers.ts'
import { previewMany, setManySpecialPrices } from './many.ts'
import { downloadSpecialPrices } from './special-prices.csv.ts'
import { listSpecialPrices } from './special-prices.queries.ts'
import { addSpecialPrice, changeSpecialPrice, removeSpecialPrice, type SpecialPriceDeps } from './special-prices.ts'

export function specialPriceRoutes(routes: Routes, deps: SpecialPriceDeps & FindDeps & Pick<VersionedCache, 'afterRefresh'>) {
  const { db, afterRefresh } = deps
  routes.on(specialPriceCalls.list, ({ caller, query }) => listSpecialPrices(db.read, caller.memberId, query))
  routes.on(specialPriceCalls.download, ({ caller, query }) => downloadSpecialPrices(db.read, caller.memberId, query))
  routes.on(specialPriceCalls.add, ({ caller, body }) => afterRefresh(addSpecialPrice(deps, caller, body)))
  routes.on(specialPriceCalls.previewMany, ({ caller, body }) => previewMany(deps, caller.memberId, body))
  routes.on(specialPriceCalls.giveMany, ({ caller, body }) => afterRefresh(setManySpecialPrices(deps, caller, body)))
  routes.on(specialPriceCalls.change, ({ caller, params, body }) => afterRefresh(changeSpecialPrice(deps, caller, params.id, body.price)))
  routes.on(specialPriceCalls.remove, ({ caller, params }) => afterRefresh(removeSpecialPrice(deps, caller, params.id)))
  routes.on(specialPriceCalls.removeByQuery, ({ caller, query }) => afterRefresh(removeSpecialPrice(deps, caller, query.id)))
  routes.on(specialPriceCalls.buyers, ({ caller, query }) => findBuyers(deps, caller.memberId, query.cari))
}
