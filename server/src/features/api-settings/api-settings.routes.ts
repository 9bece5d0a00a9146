import { apiSettingsCalls } from '@lapak/contract/api-settings'
import type { Routes } from '#core/http.ts'
import type { Mirror } from '#core/mirror.ts'
import { countWithin } from '#core/rate-count.ts'
import { requirePin } from '../pin/pin.ts'
import { addressList } from './addresses.ts'
import { readBuyerSettings, readSellerSettings, readShopState } from './api-settings.queries.ts'
import { changeBuyerSettings, replaceCallbackSecret } from './buyer-settings.ts'
import type { ApiSettingsDeps } from './deps.ts'
import { addKey, changeKey, removeKey, resetKey } from './keys.ts'
import { changeSellerSettings, setShopState, testSellerSettings } from './seller-api.ts'

const testsPerMinute = 5
/** Saving asks the seller's server too. */
const savesPerMinute = 10
const resetsPerHour = 5
/** Each change of a key's power or of the callback sends a letter. */
const lettersPerHour = 60

/** Forms send a list as they show it, with spaces. */
const isOther = (asked: string | undefined, list: string): boolean => asked !== undefined && addressList(asked, 'ip') !== list

/** What would let somebody at an open page order by software asks for the transaction PIN of members who have one. */
export function apiSettingsRoutes(routes: Routes, deps: ApiSettingsDeps & Pick<Mirror, 'remembered'>) {
  const { db, publicUrl, remembered } = deps
  const countLetter = (memberId: bigint) => countWithin(db, `api letter:${memberId}`, lettersPerHour, 3600)

  routes.on(apiSettingsCalls.read, ({ caller }) => readBuyerSettings(db.read, caller.memberId))
  routes.on(apiSettingsCalls.change, async ({ caller, body }) => {
    if (isOther(body.ip, (await readBuyerSettings(db.read, caller.memberId)).ip)) await requirePin(db, caller.memberId, body.pin ?? '')
    if (body.callback !== undefined) await countLetter(caller.memberId)
    return remembered(changeBuyerSettings(deps, caller.memberId, body))
  })
  routes.on(apiSettingsCalls.addKey, async ({ caller, body, reply }) => {
    if (!body.test) await requirePin(db, caller.memberId, body.pin ?? '')
    await countLetter(caller.memberId)
    reply.header('cache-control', 'no-store')
    return remembered(addKey(deps, caller.memberId, body))
  })
  routes.on(apiSettingsCalls.changeKey, async ({ caller, params, body }) => {
    const { keys } = await readBuyerSettings(db.read, caller.memberId)
    if (isOther(body.ip, keys.find(({ id }) => id === params.id)?.ip ?? '')) {
      await requirePin(db, caller.memberId, body.pin ?? '')
      await countLetter(caller.memberId)
    }
    return remembered(changeKey(deps, caller.memberId, params.id, body))
  })
  routes.on(apiSettingsCalls.newCallbackSecret, async ({ caller, reply }) => {
    await countLetter(caller.memberId)
    reply.header('cache-control', 'no-store')
    return { secret: await remembered(replaceCallbackSecret(deps, caller.memberId)) }
  })
  routes.on(apiSettingsCalls.removeKey, ({ caller, params }) => remembered(removeKey(deps, caller.memberId, params.id)))
  routes.on(apiSettingsCalls.resetKey, async ({ caller }) => {
    await countWithin(db, `key reset:${caller.memberId}`, resetsPerHour, 3600)
    return remembered(resetKey(deps, caller.memberId))
  })

  routes.on(apiSettingsCalls.readSeller, ({ caller }) => readSellerSettings(db.read, publicUrl(), caller.memberId))
  routes.on(apiSettingsCalls.changeSeller, async ({ caller, body }) => {
    await countWithin(db, `seller api save:${caller.memberId}`, savesPerMinute, 60)
    return remembered(changeSellerSettings(deps, caller.memberId, body))
  })
  routes.on(apiSettingsCalls.testSeller, async ({ caller, body }) => {
    await countWithin(db, `seller api test:${caller.memberId}`, testsPerMinute, 60)
    return testSellerSettings(deps, caller.memberId, body)
  })
  routes.on(apiSettingsCalls.shopState, ({ caller }) => readShopState(db.read, caller.memberId))
  routes.on(apiSettingsCalls.setShopState, ({ caller, params }) => remembered(setShopState(db, caller.memberId, params.status)))
}
