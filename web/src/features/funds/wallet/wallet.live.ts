import { useQueryClient } from '@tanstack/react-query'
import { balanceQuery, historiesKey, mutasiKey } from '#features/funds/wallet/wallet.api.ts'
import { setFreshData } from '#lib/queries.ts'
import { useLineRestored, useRealtime } from '#lib/realtime.ts'
import { useOldOnceLeft } from '#lib/use-old-once-left.ts'

/** The server publishes every change between two reads. */
export function useLiveBalance() {
  const queries = useQueryClient()
  useRealtime('saldo', ({ balance }) => setFreshData(queries, balanceQuery.queryKey, { balance, at: new Date() }))
  useLineRestored(() => void queries.invalidateQueries({ queryKey: balanceQuery.queryKey }))
}

/** Both tabs are updated when the balance or its tickets change. */
export function useLiveWallet() {
  const queries = useQueryClient()
  const again = (queryKey: readonly string[]) => void queries.invalidateQueries({ queryKey })
  useRealtime('tiket', () => again(historiesKey))
  useRealtime('saldo', () => again(mutasiKey))
  useLineRestored(() => {
    again(historiesKey)
    again(mutasiKey)
  })
  useOldOnceLeft(historiesKey)
  useOldOnceLeft(mutasiKey)
}
