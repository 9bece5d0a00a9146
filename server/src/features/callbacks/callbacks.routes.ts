import { apiSettingsCalls } from '@lapak/contract/api-settings'
import type { Routes } from '#core/http.ts'
import { countWithin } from '#core/rate-count.ts'
import { Refusal } from '#core/refusal.ts'
import { findDelivery, listDeliveries } from './callbacks.queries.ts'
import type { Callbacks } from './callbacks.ts'
import { type TryContext, tryCallbackNow } from './try-now.ts'

const triesPerMinute = 5
const redeliveriesPerMinute = 30

/** What members see of their callbacks, and what they may set off. */
export function callbackRoutes(routes: Routes, deps: TryContext & { callbacks: Callbacks }) {
  const { db, callbacks } = deps

  routes.on(apiSettingsCalls.testCallback, async ({ caller }) => {
    await countWithin(db, `callback test:${caller.memberId}`, triesPerMinute, 60)
    return tryCallbackNow(deps, caller.memberId)
  })
  routes.on(apiSettingsCalls.deliveries, ({ caller, query }) => listDeliveries(db, caller.memberId, query))
  routes.on(apiSettingsCalls.delivery, async ({ caller, params }) => {
    const delivery = await findDelivery(db, caller.memberId, params.id)
    if (!delivery) throw new Refusal('not_found.delivery')
    return delivery
  })
  routes.on(apiSettingsCalls.redeliver, async ({ caller, params }) => {
    await countWithin(db, `redeliver:${caller.memberId}`, redeliveriesPerMinute, 60)
    if (!(await callbacks.redeliver(caller.memberId, params.id))) throw new Refusal('not_found.delivery')
  })
}
