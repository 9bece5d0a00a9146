import { decisionCalls } from '@lapak/contract/system/approvals'
import type { Mirror } from '#db/cache.ts'
import type { Routes } from '#http/http.ts'
import { listDecisions, readDecision } from './approvals.queries.ts'
import { type DecideDeps, decide } from './approvals.ts'

export function decisionAdminRoutes(routes: Routes, deps: DecideDeps & Pick<Mirror, 'remembered'>) {
  routes.on(decisionCalls.list, ({ caller, query }) => listDecisions(deps.db.read, caller.memberId, query))
  routes.on(decisionCalls.one, ({ caller, params }) => readDecision(deps.db.read, caller.memberId, params.id))
  routes.on(decisionCalls.decide, ({ params, body, caller }) => deps.remembered(decide(deps, caller, params.id, body)))
}
