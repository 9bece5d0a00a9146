import { useThrottledCallback } from '@mantine/hooks'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useRealtime } from '#lib/realtime.ts'
import { useInvalidateOnUnmount } from '#lib/use-invalidate-on-unmount.ts'

export type RowEvent = 'trxupdate' | 'penjualan'

export const refetchThrottleMs = 3_000

/** Refetches sums when their rows change. This hook is separate from the hook of the lists, because the home page has sums but no list. */
export function useLiveSums(event: RowEvent | 'penjualanpindah', sums: QueryKey) {
  const queries = useQueryClient()
  const refresh = useThrottledCallback(() => void queries.invalidateQueries({ queryKey: sums }), refetchThrottleMs)
  useRealtime(event, refresh)
  useInvalidateOnUnmount(sums)
}
