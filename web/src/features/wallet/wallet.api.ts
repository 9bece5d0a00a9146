import { walletCalls } from '@lapak/contract/wallet'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { request } from '#lib/api.ts'
import { useLineRestored, useRealtime } from '#lib/realtime.ts'

const refreshEvery = 120_000

export const balanceQuery = queryOptions({
  queryKey: ['wallet', 'balance'],
  queryFn: ({ signal }) => request(walletCalls.balance, { signal }),
  refetchInterval: refreshEvery,
  staleTime: refreshEvery,
})

/** Between two questions the server tells of every change by itself. */
export function useLiveBalance() {
  const queries = useQueryClient()
  useRealtime('saldo', ({ balance }) => queries.setQueryData(balanceQuery.queryKey, { balance, at: new Date() }))
  useLineRestored(() => void queries.invalidateQueries({ queryKey: balanceQuery.queryKey }))
}
