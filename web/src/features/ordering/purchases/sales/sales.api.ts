import { purchaseCalls, purchaseState } from '@lapak/contract/ordering/purchases'
import type { BodySent } from '@lapak/contract/shared/call'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { request, submit } from '#lib/api.ts'
import { jakartaToday } from '#lib/days.ts'
import type { FiltersOf } from '#lib/list-filters.ts'
import { showSuccess } from '#ui/snackbar.ts'

export type SaleFilters = FiltersOf<typeof purchaseCalls.sellerList>

export const salesKey = ['sales'] as const
export const saleListsKey = [...salesKey, 'list'] as const
export const saleSumsKey = [...salesKey, 'sum'] as const
export const saleDetailKey = (id: string) => [...salesKey, 'detail', id] as const

export const saleList = { name: 'sales', call: purchaseCalls.sellerList, key: saleListsKey, csv: purchaseCalls.sellerDownload }

/** The default filters of lists and sums. */
export function todayFilters(): SaleFilters {
  const today = jakartaToday()
  return { awal: today, akhir: today }
}

/** Number and total amount of the filtered sales; only of today if the filters contain no date. */
export const saleSumQuery = (filters: SaleFilters) =>
  queryOptions({
    queryKey: [...saleSumsKey, filters],
    queryFn: ({ signal }) => request(purchaseCalls.sellerToday, { query: filters, signal }),
    placeholderData: keepPreviousData,
  })

/** Polled while the sale is pending, because a realtime event can be lost. */
export const saleDetailQuery = (id: string) =>
  queryOptions({
    queryKey: saleDetailKey(id),
    queryFn: ({ signal }) => request(purchaseCalls.sellerDetail, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && state.data.transactionrc !== purchaseState.pending ? false : 10_000),
  })

/** Sets the final state of a pending sale as its seller. */
export function useSettleSale(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: BodySent<typeof purchaseCalls.sellerSettle>) => submit(purchaseCalls.sellerSettle, { params: { id }, body }),
    onSuccess: ({ msg }) => showSuccess(msg),
    onSettled: () => queries.invalidateQueries({ queryKey: salesKey }),
    meta: { shownInPlace: true },
  })
}
