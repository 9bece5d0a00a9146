import { depositCalls } from '@lapak/contract/funds/top-ups'
import type { Routes } from '#http/http.ts'
import { listMethods } from './methods.ts'
import { readTicket } from './top-ups.queries.ts'
import { addProof, askDeposit, cancelDeposit, type DepositDeps } from './top-ups.ts'

export function depositRoutes(routes: Routes, deps: DepositDeps) {
  routes.on(depositCalls.methods, () => listMethods(deps))
  routes.on(depositCalls.create, ({ caller, body, say }) => askDeposit(deps, caller, body, say))
  routes.on(depositCalls.read, ({ caller, params }) => readTicket(deps, caller.memberId, params.invoice))
  routes.on(depositCalls.addProof, ({ caller, params, body }) => addProof(deps, caller, params.invoice, body.image))
  routes.on(depositCalls.cancel, ({ caller, params }) => cancelDeposit(deps, caller, params.invoice))
}
