import { depositCalls } from '@lapak/contract/deposits'
import type { Routes } from '#core/http.ts'
import { readTicket } from './deposits.queries.ts'
import { addProof, askDeposit, cancelDeposit, type DepositDeps } from './deposits.ts'
import { listMethods } from './methods.ts'

export function depositRoutes(routes: Routes, deps: DepositDeps) {
  routes.on(depositCalls.methods, () => listMethods(deps))
  routes.on(depositCalls.create, ({ caller, body, say }) => askDeposit(deps, caller, body, say))
  routes.on(depositCalls.read, ({ caller, params }) => readTicket(deps, caller.memberId, params.invoice))
  routes.on(depositCalls.addProof, ({ caller, params, body }) => addProof(deps, caller, params.invoice, body.image))
  routes.on(depositCalls.cancel, ({ caller, params }) => cancelDeposit(deps, caller, params.invoice))
}
