import type { Post } from '@lapak/contract/community/feeds'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { cachedNewestPosts, fetchNewestPosts, postsQuery, refreshPost, useRefreshModeration } from '#features/community/feeds/feeds.api.ts'
import { useConnectionRestored, useRealtime } from '#lib/realtime.ts'

/** The number of posts that are newer than the shown posts, and a function that shows them. */
export function useNewPosts(): { count: number; show: () => Promise<void> } {
  const queries = useQueryClient()
  const { data } = useInfiniteQuery(postsQuery)
  const [newIds, setNewIds] = useState<ReadonlySet<bigint>>(new Set())
  // The ids of deleted posts are kept separately, because the event of a deletion may arrive before the event of the post itself.
  const [gone, setGone] = useState<ReadonlySet<bigint>>(new Set())
  const look = () => {
    const before = newIds
    fetchNewestPosts().then(
      (posts) => {
        const there = posts.map(({ postid }) => postid)
        // Known posts that are missing in the answer were deleted while the connection was lost.
        setNewIds((known) => new Set([...there, ...without(known, before)]))
        setGone((known) => without(known, new Set(there)))
      },
      // Ignored: the next reconnection tries again.
      () => undefined,
    )
  }
  useRealtime('kiriman', ({ postid }) => setNewIds((known) => new Set([...known, ...postid])))
  useRealtime('kirimanhilang', ({ postid }) => setGone((known) => new Set([...known, ...postid])))
  useRealtime('kirimankembali', ({ postid }) => {
    setNewIds((known) => new Set([...known, ...postid]))
    setGone((known) => without(known, new Set(postid)))
  })
  useRealtime('kirimanberubah', ({ postid }) => void refreshPost(queries, postid))
  // Also while the first page of posts is loading, because its answer may lack posts written in the meantime.
  useConnectionRestored(look)
  // Posts that an earlier visit loaded are still shown in their old state.
  const lookFirst = useEffectEvent(() => {
    if (cachedNewestPosts(queries)) look()
  })
  useEffect(() => lookFirst(), [])

  const show = async () => {
    window.scrollTo({ top: 0 })
    await queries.resetQueries({ queryKey: postsQuery.queryKey })
    setNewIds(new Set())
  }
  return { count: data ? newerThan(data.pages[0]?.content ?? [], without(newIds, gone)) : 0, show }
}

const without = (ids: ReadonlySet<bigint>, others: ReadonlySet<bigint>): Set<bigint> => new Set([...ids].filter((id) => !others.has(id)))

/**
 * The number of new posts that are not shown yet. Ids of posts that the list already contains, or that were deleted before the list was read, do not
 * count.
 */
function newerThan(shown: Post[], newIds: ReadonlySet<bigint>): number {
  const ids = new Set(shown.map(({ postid }) => postid))
  const oldest = shown.at(-1)?.postid ?? 0n
  return [...newIds].filter((id) => id > oldest && !ids.has(id)).length
}

/** For administrators: refetches the posts after a report or a decision. */
export function useLiveReports() {
  const refresh = useRefreshModeration()
  useRealtime('laporan', refresh)
  useConnectionRestored(refresh)
}
