import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/**
 * For data that is updated by events only while it is shown: it is marked stale when it is hidden, so that it is read again the next time. `queryKey`
 * must be stable.
 */
export function useOldOnceLeft(queryKey: QueryKey) {
  const queries = useQueryClient()
  useEffect(() => () => void queries.invalidateQueries({ queryKey, refetchType: 'none' }), [queries, queryKey])
}
