import { type CashAccount, treasuryCalls } from '@lapak/contract/funds/treasury'
import type { BodySent, Call } from '@lapak/contract/shared/call'
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { download, request, submit } from '#lib/api.ts'
import type { FiltersOf } from '#lib/list-filters.ts'
import { showSuccess } from '#ui/snackbar.ts'

export const cashKey = ['cash-accounts'] as const

export const cashAccountsQuery = queryOptions({
  queryKey: [...cashKey, 'list'],
  queryFn: ({ signal }) => request(treasuryCalls.list, { signal }),
})

/** Returns a function that looks up the balance of a cash account; the balance is undefined until it is loaded. */
export function useCashBalance(): (code: CashAccount['code']) => bigint | undefined {
  const { data } = useQuery(cashAccountsQuery)
  return (code) => data?.find((account) => account.code === code)?.balance
}

export const monitoringQuery = queryOptions({
  queryKey: [...cashKey, 'monitoring'],
  queryFn: ({ signal }) => request(treasuryCalls.monitoring, { signal }),
})

export const closedAccountsQuery = queryOptions({
  queryKey: [...cashKey, 'shut'],
  queryFn: ({ signal }) => request(treasuryCalls.shut, { signal }),
})

export const verificationsQuery = queryOptions({
  queryKey: [...cashKey, 'proofs'],
  queryFn: ({ signal }) => request(treasuryCalls.proofs, { signal }),
})

export function useRefreshCash() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: cashKey })
}

/** One manual booking. The server's message says whether the booking is done or waits for a second administrator. */
function useBooking<C extends Call>(call: C, onDone: () => void) {
  const refresh = useRefreshCash()
  return useMutation({
    mutationFn: (body: BodySent<C>) => submit<Call>(call, { body }),
    onSuccess: ({ msg }) => {
      showSuccess(msg)
      onDone()
    },
    onSettled: refresh,
    meta: { shownInPlace: true },
  })
}

export const useTransferCash = (onDone: () => void) => useBooking(treasuryCalls.transfer, onDone)
export const useCorrectCash = (onDone: () => void) => useBooking(treasuryCalls.correct, onDone)
export const useAdjustBalance = (onDone: () => void) => useBooking(treasuryCalls.adjust, onDone)

export const ownersQuery = (search: string) =>
  queryOptions({
    queryKey: [...cashKey, 'owners', search],
    queryFn: ({ signal }) => request(treasuryCalls.owners, { query: { search }, signal }),
    placeholderData: keepPreviousData,
  })

export type CashHistoryFilters = FiltersOf<typeof treasuryCalls.histories>

export const cashHistoryList = { name: 'cash-histories', call: treasuryCalls.histories, key: [...cashKey, 'histories'] }

/** The balance before the first and after the last of the selected days. */
export const cashHistorySumQuery = ({ code, awal, akhir }: CashHistoryFilters & { code: CashAccount['code'] }) =>
  queryOptions({
    queryKey: [...cashKey, 'sums', code, awal, akhir],
    queryFn: ({ signal }) => request(treasuryCalls.histories, { query: { code, awal, akhir, size: 1 }, signal }),
    placeholderData: keepPreviousData,
  })

export const downloadJournal = (query: { awal: string; akhir: string }, onProgress: (bytes: number) => void) =>
  download(treasuryCalls.journal, { query }, onProgress)

/** Requests a ledger verification, and waits until there is a result that is newer than the results so far. */
export function useVerifyBooks() {
  const refresh = useRefreshCash()
  const newest = useQuery(verificationsQuery).data?.[0]?.at.getTime() ?? 0
  const [olderThan, setOlderThan] = useState<number>()
  const asking = useMutation({
    mutationFn: () => submit(treasuryCalls.verify, {}),
    onSuccess: ({ msg }) => {
      showSuccess(msg)
      setOlderThan(newest)
    },
    onSettled: refresh,
  })
  return { waiting: asking.isPending || newest === olderThan, ask: () => asking.mutate() }
}
