import { type LineResult, type PurchaseAct, purchaseCalls, purchaseState } from '@lapak/contract/ordering/purchases'
import type { BodySent } from '@lapak/contract/shared/call'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { request, submit } from '#lib/api.ts'
import type { FiltersOf } from '#lib/list-filters.ts'
import { sayDone } from '#ui/snackbar.ts'

export type TrxFilters = FiltersOf<typeof purchaseCalls.adminList>

const trxKey = ['trx'] as const
const detailKey = (id: string) => [...trxKey, 'detail', id] as const

export const trxList = { name: 'trx', call: purchaseCalls.adminList, key: [...trxKey, 'list'], csv: purchaseCalls.adminDownload }
export const alertList = { name: 'peringatan', call: purchaseCalls.alerts, key: [...trxKey, 'alerts'] }

export const trxSumQuery = (filters: TrxFilters) =>
  queryOptions({
    queryKey: [...trxKey, 'sum', filters],
    queryFn: ({ signal }) => request(purchaseCalls.adminToday, { query: filters, signal }),
    placeholderData: keepPreviousData,
  })

/** Asked all the time: what is pending is told to nobody by the hundred a second. */
export const pendingQuery = queryOptions({
  queryKey: [...trxKey, 'pending'],
  queryFn: ({ signal }) => request(purchaseCalls.adminPending, { signal }),
  refetchInterval: 10_000,
})

/** While it is pending its seller may answer at any time. */
export const trxDetailQuery = (id: string) =>
  queryOptions({
    queryKey: detailKey(id),
    queryFn: ({ signal }) => request(purchaseCalls.adminDetail, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && state.data.transactionrc !== purchaseState.pending ? false : 3_000),
  })

/** Everything about purchases of all members is read again. */
export function useRefreshTrx() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: trxKey })
}

/** Also after a refusal: somebody else was faster. */
export function useForce() {
  const onSettled = useRefreshTrx()
  return useMutation({
    mutationFn: (body: BodySent<typeof purchaseCalls.adminForce>) => submit(purchaseCalls.adminForce, { body }),
    onSuccess: ({ msg }) => sayDone(msg),
    onSettled,
    meta: { shownInPlace: true },
  })
}

/** Has sellers' servers asked now; `onResults` hears what could be asked. */
export function useCheck(onResults: (results: LineResult[]) => void) {
  const onSettled = useRefreshTrx()
  return useMutation({
    mutationFn: (ids: bigint[]) => request(purchaseCalls.adminCheck, { body: { ids: ids.map(Number) } }),
    onSuccess: onResults,
    onSettled,
  })
}

/** As it is when somebody asks, and never as it was. */
export const previewQuery = (act: PurchaseAct, ids: bigint[]) =>
  queryOptions({
    queryKey: [...trxKey, 'preview', act, ids.join()],
    queryFn: ({ signal }) => request(purchaseCalls.adminPreview, { body: { act, ids: ids.map(Number) }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

export const decideMany = (body: BodySent<typeof purchaseCalls.adminBulk>) => request(purchaseCalls.adminBulk, { body })

export const endAlert = (id: bigint, reason: string) =>
  submit(purchaseCalls.resolveAlert, { params: { id: id.toString() }, body: { reason } })

const takeAlert = (id: bigint, reason: string) => submit(purchaseCalls.takeAlert, { params: { id: id.toString() }, body: { reason } })

export type AlertStep = 'take' | 'end'

/** Somebody looks after an alert, or has dealt with it. */
export function useAlertStep(id: bigint, step: AlertStep) {
  const onSettled = useRefreshTrx()
  return useMutation({
    mutationFn: (reason: string) => (step === 'take' ? takeAlert(id, reason) : endAlert(id, reason)),
    onSuccess: ({ msg }) => sayDone(msg),
    onSettled,
    meta: { shownInPlace: true },
  })
}
