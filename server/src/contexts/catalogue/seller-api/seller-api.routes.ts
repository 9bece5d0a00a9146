import { sellerApiCalls } from '@lapak/contract/catalogue/seller-api'
import { hasRecentStepUp } from '#contexts/members/step-up-auth/step-up-auth.ts'
import type { VersionedCache } from '#db/cache.ts'
import type { Routes } from '#http/http.ts'
import { readConnectionState } from './connection-state.queries.ts'
import { tryOutPatterns } from './pattern-tryout.ts'
import { readSellerSettings, shownBy } from './seller-api.queries.ts'
import {
  changeSellerSettings,
  endSuspension,
  refuseNonSeller,
  replaceReportAddress,
  type SellerApiDeps,
  testSellerSettings,
} from './seller-api.ts'
import { stopSellerServer } from './stop.ts'

export function sellerApiRoutes(routes: Routes, deps: SellerApiDeps & Pick<VersionedCache, 'afterRefresh'>) {
  const { db, afterRefresh } = deps

  routes.on(sellerApiCalls.read, async ({ caller }) =>
    readSellerSettings(db.read, caller.memberId, shownBy(deps, await hasRecentStepUp(db, caller))),
  )
  routes.on(sellerApiCalls.change, ({ caller, body }) => afterRefresh(changeSellerSettings(deps, caller, body)))
  routes.on(sellerApiCalls.stop, ({ caller }) => afterRefresh(stopSellerServer(deps, caller)))
  routes.on(sellerApiCalls.test, ({ caller, body }) => testSellerSettings(deps, caller, body))
  routes.on(sellerApiCalls.state, ({ caller }) => readConnectionState(db.read, caller.memberId))
  routes.on(sellerApiCalls.tryAgain, ({ caller }) => afterRefresh(endSuspension(deps, caller)))
  routes.on(sellerApiCalls.tryOut, async ({ caller, body }) => {
    await refuseNonSeller(db, caller)
    return tryOutPatterns(body)
  })
  routes.on(sellerApiCalls.newReportAddress, ({ caller }) => afterRefresh(replaceReportAddress(deps, caller)))
}
