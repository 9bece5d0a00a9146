import { shopCalls } from '@lapak/contract/catalogue/shop'
import type { VersionedCache } from '#db/cache.ts'
import type { Routes } from '#http/http.ts'
import { type HoursDeps, readShopHours, setHours } from './hours.ts'
import { readShopState, setShopState } from './shop.ts'

export function shopRoutes(routes: Routes, deps: HoursDeps & Pick<VersionedCache, 'afterRefresh'>) {
  const { db, afterRefresh } = deps

  routes.on(shopCalls.state, ({ caller }) => readShopState(db.read, caller.memberId))
  routes.on(shopCalls.setState, ({ caller, params }) => afterRefresh(setShopState(deps, caller, params.status)))
  routes.on(shopCalls.hours, ({ caller }) => readShopHours(db.read, deps.catalogue, caller.memberId))
  routes.on(shopCalls.setHours, ({ caller, body }) => afterRefresh(setHours(deps, caller, body.jambuka)))
}
