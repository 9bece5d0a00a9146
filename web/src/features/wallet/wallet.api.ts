import { balanceUpdate } from '@lapak/contract/realtime'
import { walletCalls } from '@lapak/contract/wallet'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { request } from '#lib/api.ts'
import { lineRestored, useRealtime } from '#lib/realtime.ts'

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
  useRealtime('saldo', balanceUpdate, ({ balance }) => queries.setQueryData(balanceQuery.queryKey, { balance, at: new Date() }))
  useRealtime(lineRestored, z.undefined(), () => void queries.invalidateQueries({ queryKey: balanceQuery.queryKey }))
}
