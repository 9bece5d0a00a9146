import { approvalCalls } from '@lapak/contract/system/approvals'
import type { VersionedCache } from '#db/cache.ts'
import type { Routes } from '#http/http.ts'
import { listApprovals, readApproval } from './approvals.queries.ts'
import { type DecideDeps, decideApproval } from './approvals.ts'

export function approvalAdminRoutes(routes: Routes, deps: DecideDeps & Pick<VersionedCache, 'afterRefresh'>) {
  routes.on(approvalCalls.list, ({ caller, query }) => listApprovals(deps.db.read, caller.memberId, query))
  routes.on(approvalCalls.one, ({ caller, params }) => readApproval(deps.db.read, caller.memberId, params.id))
  routes.on(approvalCalls.decide, ({ params, body, caller }) => deps.afterRefresh(decideApproval(deps, caller, params.id, body)))
}
