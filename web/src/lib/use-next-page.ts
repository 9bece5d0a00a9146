import { useCallback, useEffect, useState } from 'react'

/** What `useInfiniteQuery` gives. */
export interface GrowingList<Page = unknown> {
  data: { pages: readonly Page[] } | undefined
  fetchStatus: 'fetching' | 'paused' | 'idle'
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

/**
 * Asks for the next page of a list. A list that is read anew, since something of it changed, lets go of a page that is under way; one that was
 * asked for is asked for again then. Nor does asking for a page let go of such a reading, which brings what changed: it comes after it.
 */
export function useNextPage({ data, fetchStatus, hasNextPage, isFetchNextPageError, fetchNextPage }: GrowingList): () => void {
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
