import { paymentGatewayCalls } from '@lapak/contract/funds/payment-gateway'
import { queryOptions } from '@tanstack/react-query'
import { request } from '#lib/api.ts'

/** Polled: the first request makes the server ask the provider for the virtual accounts, and the provider answers a moment later. */
export const virtualAccountsQuery = queryOptions({
  queryKey: ['gateway', 'accounts'],
  queryFn: ({ signal }) => request(paymentGatewayCalls.virtualAccounts, { signal }),
  refetchInterval: ({ state }) => (state.data?.some(({ nova }) => nova === null) ? 3_000 : false),
})
