import { apiKeyCalls, type usertrx } from '@lapak/contract/partners/api-keys'
import type { z } from 'zod'
import type { SessionAttempts } from '#contexts/members/passwords/passwords.ts'
import { requirePin } from '#contexts/members/pin/pin.ts'
import { requireStepUp } from '#contexts/members/step-up-auth/step-up-auth.ts'
import { rateLimitSecurityEmail } from '#contexts/system/outbox/outbox.ts'
import type { VersionedCache } from '#db/cache.ts'
import type { Routes } from '#http/http.ts'
import { type ApiKeyDeps, addKey, changeKey, confirmKey, firstKey, listKeys, removeKey, resetKey } from './api-keys.ts'
import { changesFrom } from './key-terms.ts'

interface RouteDeps extends ApiKeyDeps, Pick<VersionedCache, 'afterRefresh'> {
  sessionAttempts: SessionAttempts
  /** The keys and options of the member, which are the response of all calls that change a key. */
  readUsertrx(memberId: bigint): Promise<z.output<typeof usertrx>>
}

/**
 * An attacker at an unattended browser could use some of these calls to order by software. These require step-up authentication, and the PIN of
 * members who have one.
 */
export function apiKeyRoutes(routes: Routes, deps: RouteDeps) {
  const { db, afterRefresh, readUsertrx } = deps

  routes.on(apiKeyCalls.add, async ({ caller, body }) => {
    if (!body.test) await requirePin(deps, caller, body.pin ?? '')
    await rateLimitSecurityEmail(deps, caller.memberId)
    return afterRefresh(addKey(deps, caller, body))
  })
  routes.on(apiKeyCalls.change, async ({ caller, params, body }) => {
    const { all } = await listKeys(db.read, caller.memberId)
    const changes = changesFrom(all.find(({ id }) => id === params.id) ?? firstKey, body)
    if (Object.keys(changes ?? {}).some((term) => term !== 'name')) {
      await requireStepUp(deps, caller)
      await requirePin(deps, caller, body.pin ?? '')
    }
    if (changes?.ip !== undefined) await rateLimitSecurityEmail(deps, caller.memberId)
    // Terms that do not change are left out: no step-up authentication was required for them, so they must not undo a concurrent change by the owner.
    await afterRefresh(changeKey(deps, caller, params.id, changes ?? {}))
    return readUsertrx(caller.memberId)
  })
  routes.on(apiKeyCalls.remove, ({ caller, params }) => afterRefresh(removeKey(deps, caller, params.id)))
  routes.on(apiKeyCalls.confirm, async ({ caller, params }) => {
    await rateLimitSecurityEmail(deps, caller.memberId)
    await afterRefresh(confirmKey(deps, caller, params.id))
    return readUsertrx(caller.memberId)
  })
  routes.on(apiKeyCalls.reset, async ({ caller }) => {
    await afterRefresh(resetKey(deps, caller))
    return readUsertrx(caller.memberId)
  })
}
