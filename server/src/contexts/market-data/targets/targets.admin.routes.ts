import { targetAdminCalls } from '@lapak/contract/market-data/targets.admin'
import type { VersionedCache } from '#db/cache.ts'
import type { Routes } from '#http/http.ts'
import { addOperator, changeOperator, listOperators, type OperatorDeps } from './operators.ts'

export function targetAdminRoutes(routes: Routes, deps: OperatorDeps & Pick<VersionedCache, 'afterRefresh'>) {
  const { db, afterRefresh } = deps
  routes.on(targetAdminCalls.operators, () => listOperators(db.read))
  routes.on(targetAdminCalls.addOperator, ({ caller, body }) => afterRefresh(addOperator(deps, caller, body)))
  routes.on(targetAdminCalls.changeOperator, ({ caller, body }) => afterRefresh(changeOperator(deps, caller, body)))
}
