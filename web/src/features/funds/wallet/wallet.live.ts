import { useQueryClient } from '@tanstack/react-query'
import { balanceQuery, historiesKey, walletStatementKey } from '#features/funds/wallet/wallet.api.ts'
import { setFreshData } from '#lib/queries.ts'
import { useConnectionRestored, useRealtime } from '#lib/realtime.ts'
import { useInvalidateOnUnmount } from '#lib/use-invalidate-on-unmount.ts'

/** Keeps the cached balance current: the server publishes every change of the balance. */
export function useLiveBalance() {
  const queries = useQueryClient()
  useRealtime('saldo', ({ balance }) => setFreshData(queries, balanceQuery.queryKey, { balance, at: new Date() }))
  useConnectionRestored(() => void queries.invalidateQueries({ queryKey: balanceQuery.queryKey }))
}

/** Refetches the tickets when a ticket changes, and the statement when the balance changes. */
export function useLiveWallet() {
  const queries = useQueryClient()
  const again = (queryKey: readonly string[]) => void queries.invalidateQueries({ queryKey })
  useRealtime('tiket', () => again(historiesKey))
  useRealtime('saldo', () => again(walletStatementKey))
  useConnectionRestored(() => {
    again(historiesKey)
    again(walletStatementKey)
  })
  useInvalidateOnUnmount(historiesKey)
  useInvalidateOnUnmount(walletStatementKey)
}
