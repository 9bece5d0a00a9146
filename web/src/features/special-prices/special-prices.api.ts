import type { DataOf } from '@lapak/contract/call'
import { specialPriceCalls } from '@lapak/contract/special-prices'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { request, submit } from '#lib/api.ts'
import { sayDone } from '#ui/snackbar.ts'

export type SpecialPrice = DataOf<typeof specialPriceCalls.list>['content'][number]

/** As many as are looked through by eye. */
const shownMax = 50

/** The newest first: what a stranger left behind came last. */
export const newestSpecialPricesQuery = queryOptions({
  queryKey: ['special-prices', 'newest'],
  queryFn: ({ signal }) => request(specialPriceCalls.list, { query: { sort: 'id,desc', size: String(shownMax) }, signal }),
})

export function useRemoveSpecialPrice() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: bigint) => submit(specialPriceCalls.remove, { params: { id: id.toString() } }),
    onSuccess: ({ msg }) => sayDone(msg),
    onSettled: () => queries.invalidateQueries({ queryKey: newestSpecialPricesQuery.queryKey }),
  })
}
