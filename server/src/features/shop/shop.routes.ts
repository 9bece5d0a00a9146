import { shopCalls } from '@lapak/contract/shop'
import type { Database } from '#core/db.ts'
import type { Routes } from '#core/http.ts'
import type { Mirror } from '#core/mirror.ts'
import { readShopHours, setHours } from './hours.ts'
import { readShopState, setShopState } from './shop.ts'

export function shopRoutes(routes: Routes, { db, remembered }: { db: Database } & Pick<Mirror, 'remembered'>) {
  routes.on(shopCalls.state, ({ caller }) => readShopState(db.read, caller.memberId))
  routes.on(shopCalls.setState, ({ caller, params }) => remembered(setShopState(db, caller.memberId, params.status)))
  routes.on(shopCalls.hours, ({ caller }) => readShopHours(db.read, caller.memberId))
  routes.on(shopCalls.setHours, ({ caller, body }) => remembered(setHours(db, caller.memberId, body.jambuka)))
}
