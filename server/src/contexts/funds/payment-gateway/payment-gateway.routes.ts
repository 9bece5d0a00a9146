import { paymentGatewayCalls } from '@lapak/contract/funds/payment-gateway'
import type { TopUpDeps } from '#contexts/funds/top-ups/top-ups.ts'
import type { Routes } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import type { Gateway } from '#integrations/payment-gateway/payment-gateway.ts'
import { requestInvoice } from './invoice.ts'
import { type CallbackDeps, receiveCallback } from './receive-callback.ts'
import { virtualAccounts } from './virtual-accounts.ts'

export function paymentGatewayRoutes(
  routes: Routes,
  deps: TopUpDeps & Pick<CallbackDeps, 'recheckPayout' | 'log'> & { gateway: Gateway | null },
) {
  const { gateway } = deps
  routes.on(paymentGatewayCalls.invoice, ({ caller, body }) => requestInvoice(deps, caller, body))
  routes.on(paymentGatewayCalls.virtualAccounts, ({ caller }) => virtualAccounts(deps, caller.memberId))
  routes.on(paymentGatewayCalls.callback, async ({ params, request }) => {
    if (gateway === null || gateway.name !== params.provider) throw new Refusal('not_found.gateway')
    await receiveCallback({ ...deps, gateway }, { body: request.rawBody, headers: request.headers, address: request.ip })
  })
}
