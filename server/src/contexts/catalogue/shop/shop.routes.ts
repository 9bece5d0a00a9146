import { shopCalls } from '@lapak/contract/catalogue/shop'
import type { Mirror } from '#db/cache.ts'
import type { Routes } from '#http/http.ts'
import { type HoursDeps, readShopHours, setHours } from './hours.ts'
import { readShopState, setShopState } from './shop.ts'

export function shopRoutes(routes: Routes, deps: HoursDeps & Pick<Mirror, 'remembered'>) {
  const { db, remembered } = deps

  routes.on(shopCalls.state, ({ caller }) => readShopState(db.read, caller.memberId))
  routes.on(shopCalls.setState, ({ caller, params }) => remembered(setShopState(deps, caller, params.status)))
  routes.on(shopCalls.hours, ({ caller }) => readShopHours(db.read, deps.market, caller.memberId))
  routes.on(shopCalls.setHours, ({ caller, body }) => remembered(setHours(deps, caller, body.jambuka)))
}
