import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/**
 * For what is kept up by events while it is shown, and only then: what is told afterwards is heard by nobody, so it is read again when it is shown
 * the next time, however soon. `queryKey` is one that stays.
 */
export function useOldOnceLeft(queryKey: QueryKey) {
  const queries = useQueryClient()
  useEffect(() => () => void queries.invalidateQueries({ queryKey, refetchType: 'none' }), [queries, queryKey])
}
