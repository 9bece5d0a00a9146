import { cashOutCalls } from '@lapak/contract/funds/cash-outs'
import type { Routes } from '#http/http.ts'
import { readCashOutRules } from './cash-outs.queries.ts'
import { type CashOutDeps, requestCashOut, withdrawCashOut } from './cash-outs.ts'

export function cashOutRoutes(routes: Routes, deps: CashOutDeps) {
  routes.on(cashOutCalls.bank, ({ caller, params }) => readCashOutRules(deps, caller, params.id))
  routes.on(cashOutCalls.request, ({ caller, body }) => requestCashOut(deps, caller, body))
  routes.on(cashOutCalls.withdraw, ({ caller, params }) => withdrawCashOut(deps, caller, params.id))
}
