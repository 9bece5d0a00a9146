import { targetAdminCalls } from '@lapak/contract/market-data/targets.admin'
import type { Mirror } from '#db/cache.ts'
import type { Routes } from '#http/http.ts'
import { addOperator, changeOperator, listOperators, type OperatorDeps } from './operators.ts'

export function targetAdminRoutes(routes: Routes, deps: OperatorDeps & Pick<Mirror, 'remembered'>) {
  const { db, remembered } = deps
  routes.on(targetAdminCalls.operators, () => listOperators(db.read))
  routes.on(targetAdminCalls.addOperator, ({ caller, body }) => remembered(addOperator(deps, caller, body)))
  routes.on(targetAdminCalls.changeOperator, ({ caller, body }) => remembered(changeOperator(deps, caller, body)))
}
