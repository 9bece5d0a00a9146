import { buyerOptionCalls } from '@lapak/contract/ordering/buyer-options'
import type { BodySent, DataOf } from '@lapak/contract/shared/call'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { request, submit } from '#lib/api.ts'
import { withPin } from '#lib/with-pin.tsx'
import { showSuccess } from '#ui/snackbar.ts'

/** The buyer's options, which include the API keys. */
export type BuyerOptions = DataOf<typeof buyerOptionCalls.read>
export type OptionChanges = BodySent<typeof buyerOptionCalls.change>

export const buyerOptionsQuery = queryOptions({
  queryKey: ['buyer-options'],
  queryFn: ({ signal }) => request(buyerOptionCalls.read, { signal }),
})

/** Changes the buyer's options. The form shows errors itself. */
export function useChangeOptions() {
  const storeOptions = useStoreOptions()
  return useMutation({
    mutationFn: (body: OptionChanges) => withPin((pin) => submit(buyerOptionCalls.change, { body: { ...body, pin } })),
    onSuccess: storeOptions,
    meta: { shownInPlace: true },
  })
}

export function useRemoveCallbackUrl() {
  const storeOptions = useStoreOptions()
  return useMutation({ mutationFn: () => submit(buyerOptionCalls.change, { body: { callback: '' } }), onSuccess: storeOptions })
}

/** Replaces the common list of IP addresses, which applies to all API keys without a list of their own. */
export function useSetCommonIpAddresses() {
  const storeOptions = useStoreOptions()
  return useMutation({
    mutationFn: (ip: string) => withPin((pin) => submit(buyerOptionCalls.change, { body: { ip, pin } })),
    onSuccess: storeOptions,
  })
}

/** Returns a function that stores the server's answer to a change in the cache, and shows its message. */
export function useStoreOptions() {
  const queries = useQueryClient()
  return ({ data, msg }: { data: BuyerOptions; msg: string }) => {
    queries.setQueryData(buyerOptionsQuery.queryKey, data)
    showSuccess(msg)
  }
}

export function useRefreshOptions() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: buyerOptionsQuery.queryKey })
}
