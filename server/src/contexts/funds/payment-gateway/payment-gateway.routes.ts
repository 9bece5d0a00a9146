import { gatewayCalls } from '@lapak/contract/funds/payment-gateway'
import type { DepositDeps } from '#contexts/funds/top-ups/top-ups.ts'
import type { Routes } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import type { Gateway } from '#integrations/payment-gateway/payment-gateway.ts'
import { askInvoice } from './invoice.ts'
import { type CallbackDeps, takeCallback } from './take-callback.ts'
import { virtualAccounts } from './virtual-accounts.ts'

export function gatewayRoutes(routes: Routes, deps: DepositDeps & Pick<CallbackDeps, 'payoutTold' | 'log'> & { gateway: Gateway | null }) {
  const { gateway } = deps
  routes.on(gatewayCalls.invoice, ({ caller, body }) => askInvoice(deps, caller, body))
  routes.on(gatewayCalls.virtualAccounts, ({ caller }) => virtualAccounts(deps, caller.memberId))
  routes.on(gatewayCalls.callback, async ({ params, request }) => {
    if (gateway === null || gateway.name !== params.provider) throw new Refusal('not_found.gateway')
    await takeCallback({ ...deps, gateway }, { body: request.rawBody, headers: request.headers, address: request.ip })
  })
}
