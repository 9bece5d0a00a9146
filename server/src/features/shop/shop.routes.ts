import { shopCalls } from '@lapak/contract/shop'
import type { Database } from '#core/db.ts'
import type { Routes } from '#core/http.ts'
import type { Mirror } from '#core/mirror.ts'
import type { Market } from '../market/market.ts'
import { readShopHours, setHours } from './hours.ts'
import { readShopState, setShopState } from './shop.ts'

type RouteDeps = { db: Database; market: Market } & Pick<Mirror, 'remembered'>

export function shopRoutes(routes: Routes, { db, market, remembered }: RouteDeps) {
  routes.on(shopCalls.state, ({ caller }) => readShopState(db.read, caller.memberId))
  routes.on(shopCalls.setState, ({ caller, params }) => remembered(setShopState(db, caller.memberId, params.status)))
  routes.on(shopCalls.hours, ({ caller }) => readShopHours(db.read, market, caller.memberId))
  routes.on(shopCalls.setHours, ({ caller, body }) => remembered(setHours(db, market, caller.memberId, body.jambuka)))
}
