import { callbackCalls } from '@lapak/contract/partners/callbacks'
import { rateLimitSecurityEmail } from '#contexts/system/outbox/outbox.ts'
import type { VersionedCache } from '#db/cache.ts'
import type { Routes } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { replaceCallbackSecret, type SettingDeps } from './callback-url-and-secret.ts'
import { findDelivery, listDeliveries } from './callbacks.queries.ts'
import type { Callbacks } from './callbacks.ts'
import { type ChallengeContext, challengeEndpoint, revokeEndpointVerification, verifyEndpointByHand } from './challenge.ts'
import { listEndpoints } from './endpoints.ts'
import { testCallback } from './test-callback.ts'

interface RouteDeps extends ChallengeContext, SettingDeps, Pick<VersionedCache, 'afterRefresh'> {
  callbacks: Callbacks
}

/** Calls by which members read, test and repeat their callbacks, and verify the origins of their callback URLs. */
export function callbackRoutes(routes: Routes, deps: RouteDeps) {
  const { db, callbacks, afterRefresh } = deps

  routes.on(callbackCalls.newSecret, async ({ caller }) => {
    await rateLimitSecurityEmail(deps, caller.memberId)
    return { secret: await afterRefresh(replaceCallbackSecret(deps, caller)) }
  })
  routes.on(callbackCalls.test, ({ caller }) => testCallback(deps, caller.memberId))
  routes.on(callbackCalls.endpoints, ({ caller }) => listEndpoints(db.read, caller.memberId))
  routes.on(callbackCalls.challenge, ({ caller, body }) =>
    challengeEndpoint(deps, caller, { memberId: caller.memberId, origin: body.origin }),
  )
  routes.on(callbackCalls.verifyByHand, ({ caller, body }) => verifyEndpointByHand(deps, caller, body.origin, body.challenge))
  routes.on(callbackCalls.revokeVerification, ({ caller, query }) => revokeEndpointVerification(deps, caller, query.origin))
  routes.on(callbackCalls.list, ({ caller, query }) => listDeliveries(db, caller.memberId, query))
  routes.on(callbackCalls.read, async ({ caller, params }) => {
    const delivery = await findDelivery(db, caller.memberId, params.id)
    if (!delivery) throw new Refusal('not_found.delivery')
    return delivery
  })
  routes.on(callbackCalls.redeliver, async ({ caller, params }) => {
    if (!(await callbacks.redeliver(caller.memberId, params.id))) throw new Refusal('not_found.delivery')
  })
}
