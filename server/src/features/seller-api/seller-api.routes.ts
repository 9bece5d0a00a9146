import { sellerApiCalls } from '@lapak/contract/seller-api'
import type { Routes } from '#core/http.ts'
import type { Mirror } from '#core/mirror.ts'
import { readSellerSettings } from './seller-api.queries.ts'
import { changeSellerSettings, type SellerApiDeps, testSellerSettings } from './seller-api.ts'

export function sellerApiRoutes(routes: Routes, deps: SellerApiDeps & Pick<Mirror, 'remembered'>) {
  const { db, publicUrl, remembered } = deps

  routes.on(sellerApiCalls.read, ({ caller }) => readSellerSettings(db.read, publicUrl(), caller.memberId))
  routes.on(sellerApiCalls.change, ({ caller, body }) => remembered(changeSellerSettings(deps, caller, body)))
  routes.on(sellerApiCalls.test, ({ caller, body }) => testSellerSettings(deps, caller.memberId, body))
}
