import { walletCalls } from '@lapak/contract/funds/wallet'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request } from '#lib/api.ts'
import type { FiltersOf } from '#lib/list-filters.ts'

const refreshEvery = 120_000

export const balanceQuery = queryOptions({
  queryKey: ['wallet', 'balance'],
  queryFn: ({ signal }) => request(walletCalls.balance, { signal }),
  refetchInterval: refreshEvery,
  staleTime: refreshEvery,
})

export type HistoryFilters = FiltersOf<typeof walletCalls.histories>
export type MutasiFilters = FiltersOf<typeof walletCalls.mutasi>

export const historiesKey = ['wallet', 'histories'] as const
export const mutasiKey = ['wallet', 'mutasi'] as const

export const historyList = { name: 'histories', call: walletCalls.histories, key: historiesKey, csv: walletCalls.downloadHistories }
export const mutasiList = { name: 'mutasi', call: walletCalls.mutasi, key: [...mutasiKey, 'list'], csv: walletCalls.downloadMutasi }

/** Opening balance, movements and closing balance of the selected days; the other filters of the list do not apply. */
export const mutasiSumQuery = ({ awal, akhir }: MutasiFilters) =>
  queryOptions({
    queryKey: [...mutasiKey, 'sum', awal, akhir],
    queryFn: ({ signal }) => request(walletCalls.mutasi, { query: { awal, akhir, size: 1 }, signal }),
    placeholderData: keepPreviousData,
  })
