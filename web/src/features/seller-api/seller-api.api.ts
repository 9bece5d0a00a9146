import { sellerApiCalls } from '@lapak/contract/seller-api'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { request, submit } from '#lib/api.ts'
import { sayDone } from '#ui/snackbar.ts'

export const sellerApiQuery = queryOptions({
  queryKey: ['seller-api'],
  queryFn: ({ signal }) => request(sellerApiCalls.read, { signal }),
})

export const useStopSellerApi = () => useChange(sellerApiCalls.stop)

export const useNewReportAddress = () => useChange(sellerApiCalls.newReportAddress)

function useChange(call: typeof sellerApiCalls.stop | typeof sellerApiCalls.newReportAddress) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => submit(call, {}),
    onSuccess: ({ msg }) => sayDone(msg),
    onSettled: () => queries.invalidateQueries({ queryKey: sellerApiQuery.queryKey }),
  })
}
