import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/**
 * For data that is updated by events only while it is shown: the data is marked as stale when the component unmounts, so that it is refetched the
 * next time it is shown. `queryKey` must be stable.
 */
export function useInvalidateOnUnmount(queryKey: QueryKey) {
  const queries = useQueryClient()
  useEffect(() => () => void queries.invalidateQueries({ queryKey, refetchType: 'none' }), [queries, queryKey])
}
