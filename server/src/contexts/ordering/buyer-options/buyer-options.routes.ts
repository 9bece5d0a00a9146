import { buyerOptionCalls } from '@lapak/contract/ordering/buyer-options'
import type { SessionAttempts } from '#contexts/members/passwords/passwords.ts'
import { requirePin } from '#contexts/members/pin/pin.ts'
import { requireStepUp } from '#contexts/members/step-up-auth/step-up-auth.ts'
import { requireStepUpOfSoftware } from '#contexts/partners/api-keys/api-keys.ts'
import { rateLimitSecurityEmail } from '#contexts/system/outbox/outbox.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { VersionedCache } from '#db/cache.ts'
import type { Routes } from '#http/http.ts'
import { addressListDiffers } from '#http/typed-addresses.ts'
import { type BuyerOptions, readBuyerOptions } from './buyer-options.queries.ts'
import { type BuyerOptionDeps, changeBuyerOptions, type OptionChanges } from './buyer-options.ts'

interface RouteDeps extends Pick<VersionedCache, 'afterRefresh'> {
  settings: Settings
  sessionAttempts: SessionAttempts
}

/**
 * Changing the allowed IP addresses lets other software place orders, and changing the callback URL sends data to another server. Both changes
 * require step-up authentication. Where software orders for the member, so do a different order of sellers and a weaker guard, which nobody would
 * notice.
 */
export function buyerOptionRoutes(routes: Routes, deps: BuyerOptionDeps & RouteDeps) {
  const { db, afterRefresh } = deps

  routes.on(buyerOptionCalls.read, ({ caller }) => readBuyerOptions(db.read, caller.memberId))
  routes.on(buyerOptionCalls.change, async ({ caller, body }) => {
    const before = await readBuyerOptions(db.read, caller.memberId)
    // Removes unchanged values from the request: they do not need step-up authentication, and must not overwrite concurrent changes.
    const ip = addressListDiffers(body.ip, before.ip) ? body.ip : undefined
    const callback = body.callback === before.callback ? undefined : body.callback
    if (ip !== undefined || callback !== undefined) await requireStepUp(deps, caller)
    if (misleadsSoftware(before, body)) await requireStepUpOfSoftware(deps, caller)
    if (ip !== undefined) await requirePin(deps, caller, body.pin ?? '')
    if (callback !== undefined) await rateLimitSecurityEmail(deps, caller.memberId)
    return afterRefresh(changeBuyerOptions(deps, caller, { ...body, ip, callback }))
  })
}

/** Whether orders would go to other sellers, or fewer wrong orders would be stopped or reported. */
const misleadsSoftware = (before: BuyerOptions, { routing, doubleguard, lowbalance, pricenews }: OptionChanges): boolean =>
  (routing !== undefined && routing !== before.routing) ||
  (doubleguard !== undefined && doubleguard < before.doubleguard) ||
  (lowbalance !== undefined && (lowbalance ?? 0n) < (before.lowbalance ?? 0n)) ||
  (pricenews === false && before.pricenews)
