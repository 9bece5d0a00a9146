import { apiSettingsCalls } from '@lapak/contract/api-settings'
import type { Routes } from '#core/http.ts'
import { countWithin } from '#core/rate-count.ts'
import { readBuyerSettings, readSellerSettings, readShopState } from './api-settings.queries.ts'
import {
  type ApiSettingsDeps,
  addKey,
  changeBuyerSettings,
  changeKey,
  changeSellerSettings,
  removeKey,
  replaceCallbackSecret,
  resetKey,
  setShopState,
  testSellerSettings,
} from './api-settings.ts'

const testsPerMinute = 5
/** Saving asks the seller's server too. */
const savesPerMinute = 10
const resetsPerHour = 5
/** Each change of a key's power or of the callback sends a letter. */
const lettersPerHour = 60

export function apiSettingsRoutes(routes: Routes, deps: ApiSettingsDeps) {
  const { db, publicUrl } = deps
  const countLetter = (memberId: bigint) => countWithin(db, `api letter:${memberId}`, lettersPerHour, 3600)

  routes.on(apiSettingsCalls.read, ({ caller }) => readBuyerSettings(db.read, caller.memberId))
  routes.on(apiSettingsCalls.change, async ({ caller, body }) => {
    if (body.callback !== undefined) await countLetter(caller.memberId)
    return changeBuyerSettings(deps, caller.memberId, body)
  })
  routes.on(apiSettingsCalls.addKey, async ({ caller, body, reply }) => {
    await countLetter(caller.memberId)
    reply.header('cache-control', 'no-store')
    return addKey(deps, caller.memberId, body)
  })
  routes.on(apiSettingsCalls.changeKey, async ({ caller, params, body }) => {
    if (body.ip !== undefined) await countLetter(caller.memberId)
    return changeKey(deps, caller.memberId, params.id, body)
  })
  routes.on(apiSettingsCalls.newCallbackSecret, async ({ caller, reply }) => {
    await countLetter(caller.memberId)
    reply.header('cache-control', 'no-store')
    return { secret: await replaceCallbackSecret(deps, caller.memberId) }
  })
  routes.on(apiSettingsCalls.removeKey, ({ caller, params }) => removeKey(deps, caller.memberId, params.id))
  routes.on(apiSettingsCalls.resetKey, async ({ caller }) => {
    await countWithin(db, `key reset:${caller.memberId}`, resetsPerHour, 3600)
    return resetKey(deps, caller.memberId)
  })

  routes.on(apiSettingsCalls.readSeller, ({ caller }) => readSellerSettings(db.read, publicUrl(), caller.memberId))
  routes.on(apiSettingsCalls.changeSeller, async ({ caller, body }) => {
    await countWithin(db, `seller api save:${caller.memberId}`, savesPerMinute, 60)
    return changeSellerSettings(deps, caller.memberId, body)
  })
  routes.on(apiSettingsCalls.testSeller, async ({ caller, body }) => {
    await countWithin(db, `seller api test:${caller.memberId}`, testsPerMinute, 60)
    return testSellerSettings(deps, caller.memberId, body)
  })
  routes.on(apiSettingsCalls.shopState, ({ caller }) => readShopState(db.read, caller.memberId))
  routes.on(apiSettingsCalls.setShopState, ({ caller, params }) => setShopState(db, caller.memberId, params.status))
}
