import { sellerApiCalls } from '@lapak/contract/catalogue/seller-api'
import type { BodySent, DataOf } from '@lapak/contract/shared/call'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { request, submit } from '#lib/api.ts'
import { requireStepUp } from '#lib/with-step-up.ts'
import { showSuccess } from '#ui/snackbar.ts'

export type SellerServer = DataOf<typeof sellerApiCalls.read>
export type SellerServerChange = BodySent<typeof sellerApiCalls.change>

export const sellerApiQuery = queryOptions({
  queryKey: ['seller-api'],
  queryFn: ({ signal }) => request(sellerApiCalls.read, { signal }),
})

/** Saves the connection to the seller's server. The form shows errors of saving and testing itself. */
export function useSaveServer() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: SellerServerChange) => submit(sellerApiCalls.change, { body }),
    onSuccess: ({ data, msg }) => {
      queries.setQueryData(sellerApiQuery.queryKey, data)
      showSuccess(msg)
    },
    meta: { shownInPlace: true },
  })
}

export const useTestServer = () =>
  useMutation({
    mutationFn: (body: SellerServerChange) => request(sellerApiCalls.test, { body }),
    meta: { shownInPlace: true },
  })

export type ConnectionState = DataOf<typeof sellerApiCalls.state>

export const connectionQuery = queryOptions({
  queryKey: ['seller-api', 'state'],
  queryFn: ({ signal }) => request(sellerApiCalls.state, { signal }),
  refetchInterval: 15_000,
})

export function useEndSuspension() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => request(sellerApiCalls.tryAgain, {}),
    onSettled: () => queries.invalidateQueries({ queryKey: connectionQuery.queryKey }),
  })
}

export const useTryPatterns = () =>
  useMutation({
    mutationFn: (body: BodySent<typeof sellerApiCalls.tryOut>) => request(sellerApiCalls.tryOut, { body }),
    meta: { shownInPlace: true },
  })

/** Reads the full report URL, which the server returns only after step-up authentication. */
export function useFullReportUrl() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: requireStepUp,
    onSuccess: () => queries.invalidateQueries({ queryKey: sellerApiQuery.queryKey }),
  })
}

export const useStopSellerApi = () => useChange(sellerApiCalls.stop)

export const useRenewReportUrl = () => useChange(sellerApiCalls.newReportAddress)

function useChange(call: typeof sellerApiCalls.stop | typeof sellerApiCalls.newReportAddress) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => submit(call, {}),
    onSuccess: ({ msg }) => showSuccess(msg),
    onSettled: () => queries.invalidateQueries({ queryKey: sellerApiQuery.queryKey }),
  })
}
