import { specialPriceCalls } from '@lapak/contract/special-prices'
import type { Routes } from '#core/http.ts'
import type { Mirror } from '#core/mirror.ts'
import { type FindDeps, findBuyers } from './buyers.ts'
import { listSpecialPrices } from './special-prices.queries.ts'
import { addSpecialPrice, changeSpecialPrice, removeSpecialPrice } from './special-prices.ts'

export function specialPriceRoutes(routes: Routes, deps: FindDeps & Pick<Mirror, 'remembered'>) {
  const { db, remembered } = deps
  routes.on(specialPriceCalls.list, ({ caller, query }) => listSpecialPrices(db.read, caller.memberId, query))
  routes.on(specialPriceCalls.add, ({ caller, body }) => remembered(addSpecialPrice(db, caller.memberId, body)))
  routes.on(specialPriceCalls.change, ({ caller, params, body }) =>
    remembered(changeSpecialPrice(db, caller.memberId, params.id, body.price)),
  )
  routes.on(specialPriceCalls.remove, ({ caller, params }) => remembered(removeSpecialPrice(db, caller.memberId, params.id)))
  routes.on(specialPriceCalls.buyers, ({ caller, query }) => findBuyers(deps, caller.memberId, query.cari))
}
