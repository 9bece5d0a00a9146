import { topUpCalls } from '@lapak/contract/funds/top-ups'
import type { Routes } from '#http/http.ts'
import { listMethods } from './methods.ts'
import { readTicket } from './top-ups.queries.ts'
import { attachTransferProof, cancelTopUp, requestTopUp, type TopUpDeps } from './top-ups.ts'

export function topUpRoutes(routes: Routes, deps: TopUpDeps) {
  routes.on(topUpCalls.methods, () => listMethods(deps))
  routes.on(topUpCalls.create, ({ caller, body, setMessage }) => requestTopUp(deps, caller, body, setMessage))
  routes.on(topUpCalls.read, ({ caller, params }) => readTicket(deps, caller.memberId, params.invoice))
  routes.on(topUpCalls.addProof, ({ caller, params, body }) => attachTransferProof(deps, caller, params.invoice, body.image))
  routes.on(topUpCalls.cancel, ({ caller, params }) => cancelTopUp(deps, caller, params.invoice))
}
