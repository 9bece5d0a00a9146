import { type Difference, reconciliationCalls } from '@lapak/contract/funds/reconciliation'
import { sellerCalls } from '@lapak/contract/selling/sellers'
import { pageSizeMax } from '@lapak/contract/shared/wire'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { request, submit } from '#lib/api.ts'
import { daysBefore, jakartaToday } from '#lib/days.ts'
import type { FiltersOf } from '#lib/list-filters.ts'
import type { UploadedFile } from '#lib/use-read-file.ts'
import { showSuccess } from '#ui/snackbar.ts'

const key = ['reconciliation'] as const

export type DifferenceFilters = FiltersOf<typeof reconciliationCalls.differences>

export const bankDayList = { name: 'rekonsiliasi-bank', call: reconciliationCalls.banks, key: [...key, 'banks'] }
export const providerDayList = { name: 'rekonsiliasi-penyedia', call: reconciliationCalls.provider, key: [...key, 'provider'] }
export const sellerDayList = { name: 'rekonsiliasi-suplier', call: reconciliationCalls.sellers, key: [...key, 'sellers'] }
export const differenceList = {
  name: 'rekonsiliasi-selisih',
  call: reconciliationCalls.differences,
  key: [...key, 'differences'],
  csv: reconciliationCalls.download,
}

/** All sellers, sorted by name. */
export const sellersQuery = queryOptions({
  queryKey: [...key, 'all-sellers'],
  queryFn: async ({ signal }) =>
    (await request(sellerCalls.list, { query: { size: String(pageSizeMax), sort: 'sellername,ASC' }, signal })).content,
})

/** The time of the last reconciliation. */
export const checkedQuery = queryOptions({
  queryKey: [...key, 'checked'],
  queryFn: async ({ signal }) => (await request(reconciliationCalls.banks, { query: { size: '1' }, signal })).checkedat,
})

/** The payment provider that is compared; null if there is none. */
export const providerQuery = queryOptions({
  queryKey: [...key, 'provider-name'],
  queryFn: async ({ signal }) => (await request(reconciliationCalls.provider, { query: { size: '1' }, signal })).provider,
})

/** The last seven days, including today although it is not complete. */
export function last7Days() {
  const akhir = jakartaToday()
  return { awal: daysBefore(akhir, 6), akhir }
}

export function useRefreshReconciliation() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: key })
}

export const closeDifference = (id: bigint, reason: string) =>
  submit(reconciliationCalls.end, { params: { id: id.toString() }, body: { reason } })

/** Closes a difference. The data is refetched after an error too, because another administrator may have closed the difference first. */
export function useCloseDifference({ id }: Pick<Difference, 'id'>) {
  const onSettled = useRefreshReconciliation()
  return useMutation({
    mutationFn: (reason: string) => closeDifference(id, reason),
    onSuccess: ({ msg }) => showSuccess(msg),
    onSettled,
    meta: { shownInPlace: true },
  })
}

type FileAsk = { seller: bigint; day: string } & UploadedFile

export function useReadSellerFile() {
  const readAgain = useRefreshReconciliation()
  return useMutation({
    mutationFn: async ({ seller, day, file, keep }: FileAsk) =>
      (await submit(reconciliationCalls.file, { params: { id: seller.toString(), day }, query: { simpan: keep ? '1' : '0' }, file })).data,
    onSuccess: (_, { keep }) => (keep ? readAgain() : undefined),
    meta: { shownInPlace: true },
  })
}

/** The server compares in the background; the result is read again after this delay in milliseconds. */
const foundAfter = 4_000

export function useRunReconciliation() {
  const readAgain = useRefreshReconciliation()
  return useMutation({
    mutationFn: () => submit(reconciliationCalls.run, {}),
    onSuccess: ({ msg }) => {
      showSuccess(msg)
      setTimeout(() => void readAgain(), foundAfter)
    },
  })
}
