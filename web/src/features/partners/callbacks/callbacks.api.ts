import { callbackCalls } from '@lapak/contract/partners/callbacks'
import type { DataOf } from '@lapak/contract/shared/call'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { request, submit } from '#lib/api.ts'
import { showSuccess } from '#ui/snackbar.ts'

export type Delivery = DataOf<typeof callbackCalls.list>['content'][number]
export type DeliveryAttempt = DataOf<typeof callbackCalls.read>['attempts'][number]
export type DeliveryState = Delivery['state']
export type CallbackEndpoint = DataOf<typeof callbackCalls.endpoints>[number]

const callbacksKey = ['callbacks'] as const

export const deliveryList = { name: 'callbacks', call: callbackCalls.list, key: [...callbacksKey, 'list'] }

const pollIntervalMs = 3_000

export const deliveryQuery = (id: string) =>
  queryOptions({
    queryKey: [...callbacksKey, 'one', id],
    queryFn: ({ signal }) => request(callbackCalls.read, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? pollIntervalMs : false),
  })

/**
 * Requested again when the callback URL of the account changes. Polled until all origins are verified, because the receivers answer the verification
 * request by themselves.
 */
export const endpointsQuery = (address: string) =>
  queryOptions({
    queryKey: [...callbacksKey, 'origins', address],
    queryFn: ({ signal }) => request(callbackCalls.endpoints, { signal }),
    refetchInterval: ({ state }) => (state.data?.some((endpoint) => endpoint.state === 'waiting') ? pollIntervalMs : false),
  })

export function useSendChallenge() {
  const refresh = useRefreshDeliveries()
  return useMutation({
    mutationFn: (origin: string) => request(callbackCalls.challenge, { body: { origin } }),
    onSettled: refresh,
    meta: { shownInPlace: true },
  })
}

export function useVerifyEndpoint() {
  const refresh = useRefreshDeliveries()
  return useMutation({
    mutationFn: (body: { origin: string; challenge: string }) => submit(callbackCalls.verifyByHand, { body }),
    onSuccess: ({ msg }) => showSuccess(msg),
    onSettled: refresh,
    meta: { shownInPlace: true },
  })
}

export function useRevokeVerification() {
  const refresh = useRefreshDeliveries()
  return useMutation({
    mutationFn: (origin: string) => submit(callbackCalls.revokeVerification, { query: { origin } }),
    onSuccess: ({ msg }) => showSuccess(msg),
    onSettled: refresh,
  })
}

export const useNewCallbackSecret = () => useMutation({ mutationFn: () => request(callbackCalls.newSecret, {}), gcTime: 0 })

export const useTestCallback = () => useMutation({ mutationFn: () => request(callbackCalls.test, {}), meta: { shownInPlace: true } })

export const redeliver = (id: bigint) => submit(callbackCalls.redeliver, { params: { id: id.toString() } })

export function useRedeliver() {
  const refresh = useRefreshDeliveries()
  return useMutation({ mutationFn: redeliver, onSuccess: ({ msg }) => showSuccess(msg), onSettled: refresh })
}

export function useRefreshDeliveries() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: callbacksKey })
}
