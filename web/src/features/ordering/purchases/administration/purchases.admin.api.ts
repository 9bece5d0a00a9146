import { type LineResult, type PurchaseAct, purchaseCalls, purchaseState } from '@lapak/contract/ordering/purchases'
import type { BodySent } from '@lapak/contract/shared/call'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { request, submit } from '#lib/api.ts'
import type { FiltersOf } from '#lib/list-filters.ts'
import { showSuccess } from '#ui/snackbar.ts'

export type PurchaseAdminFilters = FiltersOf<typeof purchaseCalls.adminList>

const adminPurchasesKey = ['trx'] as const
const detailKey = (id: string) => [...adminPurchasesKey, 'detail', id] as const

export const purchaseAdminList = {
  name: 'trx',
  call: purchaseCalls.adminList,
  key: [...adminPurchasesKey, 'list'],
  csv: purchaseCalls.adminDownload,
}
export const alertList = { name: 'peringatan', call: purchaseCalls.alerts, key: [...adminPurchasesKey, 'alerts'] }

export const purchaseAdminSumQuery = (filters: PurchaseAdminFilters) =>
  queryOptions({
    queryKey: [...adminPurchasesKey, 'sum', filters],
    queryFn: ({ signal }) => request(purchaseCalls.adminToday, { query: filters, signal }),
    placeholderData: keepPreviousData,
  })

/** Polled, because too many purchases are pending to publish each change. */
export const pendingPurchasesQuery = queryOptions({
  queryKey: [...adminPurchasesKey, 'pending'],
  queryFn: ({ signal }) => request(purchaseCalls.adminPending, { signal }),
  refetchInterval: 10_000,
})

/** Polled while the purchase is pending, because the seller may answer at any time. */
export const purchaseAdminDetailQuery = (id: string) =>
  queryOptions({
    queryKey: detailKey(id),
    queryFn: ({ signal }) => request(purchaseCalls.adminDetail, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && state.data.transactionrc !== purchaseState.pending ? false : 3_000),
  })

/** Invalidates all queries about purchases of all members. */
export function useRefreshAdminPurchases() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: adminPurchasesKey })
}

/** Changes the state of a purchase. The data is refetched after an error too, because another administrator may have acted first. */
export function useForcePurchase() {
  const onSettled = useRefreshAdminPurchases()
  return useMutation({
    mutationFn: (body: BodySent<typeof purchaseCalls.adminForce>) => submit(purchaseCalls.adminForce, { body }),
    onSuccess: ({ msg }) => showSuccess(msg),
    onSettled,
    meta: { shownInPlace: true },
  })
}

/** Makes the platform ask the sellers' servers for the state of purchases now. `onResults` receives the outcome for each purchase. */
export function useCheckPurchases(onResults: (results: LineResult[]) => void) {
  const onSettled = useRefreshAdminPurchases()
  return useMutation({
    mutationFn: (ids: bigint[]) => request(purchaseCalls.adminCheck, { body: { ids: ids.map(Number) } }),
    onSuccess: onResults,
    onSettled,
  })
}

/** The preview of a bulk action; always requested again, never taken from the cache. */
export const bulkPreviewQuery = (act: PurchaseAct, ids: bigint[]) =>
  queryOptions({
    queryKey: [...adminPurchasesKey, 'preview', act, ids.join()],
    queryFn: ({ signal }) => request(purchaseCalls.adminPreview, { body: { act, ids: ids.map(Number) }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

export const applyBulkAction = (body: BodySent<typeof purchaseCalls.adminBulk>) => request(purchaseCalls.adminBulk, { body })

export const endAlert = (id: bigint, reason: string) =>
  submit(purchaseCalls.resolveAlert, { params: { id: id.toString() }, body: { reason } })

const takeAlert = (id: bigint, reason: string) => submit(purchaseCalls.takeAlert, { params: { id: id.toString() }, body: { reason } })

export type AlertStep = 'take' | 'end'

/** Takes or ends an alert about a purchase. */
export function useAlertStep(id: bigint, step: AlertStep) {
  const onSettled = useRefreshAdminPurchases()
  return useMutation({
    mutationFn: (reason: string) => (step === 'take' ? takeAlert(id, reason) : endAlert(id, reason)),
    onSuccess: ({ msg }) => showSuccess(msg),
    onSettled,
    meta: { shownInPlace: true },
  })
}
