import { buyerOptionCalls } from '@lapak/contract/buyer-options'
import type { Routes } from '#core/http.ts'
import type { Mirror } from '#core/mirror.ts'
import { differs } from '#core/typed-addresses.ts'
import { countLetter } from '../outbox/outbox.ts'
import type { SessionGuesses } from '../passwords/passwords.ts'
import { requirePin } from '../pin/pin.ts'
import { requireFresh } from '../proof/proof.ts'
import type { Settings } from '../settings/settings.ts'
import { readBuyerOptions } from './buyer-options.queries.ts'
import { type BuyerOptionDeps, changeBuyerOptions } from './buyer-options.ts'

interface RouteDeps extends Pick<Mirror, 'remembered'> {
  settings: Settings
  guesses: SessionGuesses
}

/** Another list of addresses lets other software order, and another callback address tells a stranger: both ask for a fresh proof. */
export function buyerOptionRoutes(routes: Routes, deps: BuyerOptionDeps & RouteDeps) {
  const { db, remembered } = deps

  routes.on(buyerOptionCalls.read, ({ caller }) => readBuyerOptions(db.read, caller.memberId))
  routes.on(buyerOptionCalls.change, async ({ caller, body }) => {
    const before = await readBuyerOptions(db.read, caller.memberId)
    // What is as asked is left out: for that nobody proves anything, and its owner may change it meanwhile.
    const ip = differs(body.ip, before.ip) ? body.ip : undefined
    const callback = body.callback === before.callback ? undefined : body.callback
    if (ip !== undefined || callback !== undefined) await requireFresh(deps, caller)
    if (ip !== undefined) await requirePin(deps, caller, body.pin ?? '')
    if (callback !== undefined) await countLetter(deps, caller.memberId)
    return remembered(changeBuyerOptions(deps, caller, { ...body, ip, callback }))
  })
}
