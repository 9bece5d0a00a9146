import { sellerApiCalls } from '@lapak/contract/seller-api'
import { countWithin } from '#core/count-within.ts'
import type { Routes } from '#core/http.ts'
import type { Mirror } from '#core/mirror.ts'
import type { Settings } from '../settings/settings.ts'
import { readSellerSettings } from './seller-api.queries.ts'
import { changeSellerSettings, type SellerApiDeps, testSellerSettings } from './seller-api.ts'

export function sellerApiRoutes(routes: Routes, deps: SellerApiDeps & Pick<Mirror, 'remembered'> & { settings: Settings }) {
  const { db, settings, publicUrl, remembered } = deps

  routes.on(sellerApiCalls.read, ({ caller }) => readSellerSettings(db.read, publicUrl(), caller.memberId))
  routes.on(sellerApiCalls.change, async ({ caller, body }) => {
    // Saving asks the seller's server too.
    await countWithin(db, `seller api save:${caller.memberId}`, settings.get('sellerApi.savesPerMinute'), 60)
    return remembered(changeSellerSettings(deps, caller.memberId, body))
  })
  routes.on(sellerApiCalls.test, async ({ caller, body }) => {
    await countWithin(db, `seller api test:${caller.memberId}`, settings.get('sellerApi.testsPerMinute'), 60)
    return testSellerSettings(deps, caller.memberId, body)
  })
}
