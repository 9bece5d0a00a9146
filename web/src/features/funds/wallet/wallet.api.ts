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
export type WalletStatementFilters = FiltersOf<typeof walletCalls.mutasi>

export const historiesKey = ['wallet', 'histories'] as const
export const walletStatementKey = ['wallet', 'mutasi'] as const

export const historyList = { name: 'histories', call: walletCalls.histories, key: historiesKey, csv: walletCalls.downloadHistories }
export const walletStatementList = {
  name: 'mutasi',
  call: walletCalls.mutasi,
  key: [...walletStatementKey, 'list'],
  csv: walletCalls.downloadMutasi,
}

/** Opening balance, movements and closing balance of the selected days; the other filters of the list do not apply. */
export const walletStatementSumQuery = ({ awal, akhir }: WalletStatementFilters) =>
  queryOptions({
    queryKey: [...walletStatementKey, 'sum', awal, akhir],
    queryFn: ({ signal }) => request(walletCalls.mutasi, { query: { awal, akhir, size: 1 }, signal }),
    placeholderData: keepPreviousData,
  })
