import { buyerOptionCalls } from '@lapak/contract/buyer-options'
import type { Routes } from '#core/http.ts'
import type { Mirror } from '#core/mirror.ts'
import { differs } from '#core/typed-addresses.ts'
import { countLetter } from '../outbox/outbox.ts'
import { requirePin } from '../pin/pin.ts'
import type { Settings } from '../settings/settings.ts'
import { readBuyerOptions } from './buyer-options.queries.ts'
import { type BuyerOptionDeps, changeBuyerOptions } from './buyer-options.ts'

/** A longer list of addresses lets more software order, so it asks for the transaction PIN of members who have one. */
export function buyerOptionRoutes(routes: Routes, deps: BuyerOptionDeps & Pick<Mirror, 'remembered'> & { settings: Settings }) {
  const { db, remembered } = deps

  routes.on(buyerOptionCalls.read, ({ caller }) => readBuyerOptions(db.read, caller.memberId))
  routes.on(buyerOptionCalls.change, async ({ caller, body }) => {
    if (differs(body.ip, (await readBuyerOptions(db.read, caller.memberId)).ip)) await requirePin(db, caller.memberId, body.pin ?? '')
    if (body.callback !== undefined) await countLetter(deps, caller.memberId)
    return remembered(changeBuyerOptions(deps, caller, body))
  })
}
