import { useCallback, useEffect, useState } from 'react'

/** The fields of the result of `useInfiniteQuery` that are used here. */
export interface InfiniteList<Page = unknown> {
  data: { pages: readonly Page[] } | undefined
  fetchStatus: 'fetching' | 'paused' | 'idle'
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

/**
 * Returns a function that loads the next page of a list. A refetch of the list cancels a pending request for the next page, so the page is requested
 * again after the refetch. While a refetch is pending, the request for the next page waits, because it would cancel the refetch and lose its changes.
 */
export function useNextPage({ data, fetchStatus, hasNextPage, isFetchNextPageError, fetchNextPage }: InfiniteList): () => void {
  const pages = data?.pages.length ?? 0
  const [wanted, setWanted] = useState(0)
  const isLetGo = wanted > pages && hasNextPage && fetchStatus === 'idle' && !isFetchNextPageError
  useEffect(() => {
    if (isLetGo) void fetchNextPage()
  }, [isLetGo, fetchNextPage])
  return useCallback(() => {
    setWanted(pages + 1)
    if (fetchStatus === 'idle') void fetchNextPage()
  }, [pages, fetchStatus, fetchNextPage])
}
