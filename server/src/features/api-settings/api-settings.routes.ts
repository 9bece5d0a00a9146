import { apiSettingsCalls } from '@lapak/contract/api-settings'
import type { Routes } from '#core/http.ts'
import { readBuyerSettings, readSellerSettings, readShopState } from './api-settings.queries.ts'
import {
  type ApiSettingsDeps,
  addKey,
  changeBuyerSettings,
  changeSellerSettings,
  removeKey,
  replaceCallbackSecret,
  setShopState,
  testSellerSettings,
} from './api-settings.ts'
import { perMinute } from './per-minute.ts'

const testsPerMinute = 5
/** Saving asks the seller's server too. */
const savesPerMinute = 10

export function apiSettingsRoutes(routes: Routes, deps: ApiSettingsDeps) {
  const { db, config } = deps
  const countTest = perMinute(testsPerMinute)
  const countSave = perMinute(savesPerMinute)

  routes.on(apiSettingsCalls.read, ({ caller }) => readBuyerSettings(db.read, caller.memberId))
  routes.on(apiSettingsCalls.change, ({ caller, body }) => changeBuyerSettings(deps, caller.memberId, body))
  routes.on(apiSettingsCalls.addKey, ({ caller, body, reply }) => {
    reply.header('cache-control', 'no-store')
    return addKey(deps, caller.memberId, body)
  })
  routes.on(apiSettingsCalls.newCallbackSecret, async ({ caller, reply }) => {
    reply.header('cache-control', 'no-store')
    return { secret: await replaceCallbackSecret(db, deps.vault, caller.memberId) }
  })
  routes.on(apiSettingsCalls.removeKey, ({ caller, params }) => removeKey(deps, caller.memberId, params.id))

  routes.on(apiSettingsCalls.readSeller, ({ caller }) => readSellerSettings(db.read, config.publicUrl, caller.memberId))
  routes.on(apiSettingsCalls.changeSeller, ({ caller, body }) => {
    countSave(caller.memberId)
    return changeSellerSettings(deps, caller.memberId, body)
  })
  routes.on(apiSettingsCalls.testSeller, ({ caller, body }) => {
    countTest(caller.memberId)
    return testSellerSettings(deps, caller.memberId, body)
  })
  routes.on(apiSettingsCalls.shopState, ({ caller }) => readShopState(db.read, caller.memberId))
  routes.on(apiSettingsCalls.setShopState, ({ caller, params }) => setShopState(db, caller.memberId, params.status))
}
