import type { Post } from '@lapak/contract/community/feeds'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { firstPage, postsQuery, readNewest, refreshPost, useRefreshModeration } from '#features/community/feeds/feeds.api.ts'
import { useLineRestored, useRealtime } from '#lib/realtime.ts'

/** Posts that came after those that are shown; they wait until their reader asks for them. */
export function useNewPosts(): { count: number; show: () => Promise<void> } {
  const queries = useQueryClient()
  const { data } = useInfiniteQuery(postsQuery)
  const [newIds, setNewIds] = useState<ReadonlySet<bigint>>(new Set())
  // Of one that was written just now it may be heard before it is heard of.
  const [gone, setGone] = useState<ReadonlySet<bigint>>(new Set())
  const look = () => {
    const before = newIds
    readNewest().then(
      (posts) => {
        const there = posts.map(({ postid }) => postid)
        // What was heard of before, and is not among them, was taken away while there was no line.
        setNewIds((known) => new Set([...there, ...without(known, before)]))
        setGone((known) => without(known, new Set(there)))
      },
      // Offered the next time.
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
  // Also where the first page is still on its way: what was written meanwhile may be missing in it.
  useLineRestored(look)
  // What was read on an earlier visit is shown as it was.
  const lookFirst = useEffectEvent(() => {
    if (firstPage(queries)) look()
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

/** One may hear of posts that the list has further down, or lost since, when it was read after they were written. */
function newerThan(shown: Post[], newIds: ReadonlySet<bigint>): number {
  const ids = new Set(shown.map(({ postid }) => postid))
  const oldest = shown.at(-1)?.postid ?? 0n
  return [...newIds].filter((id) => id > oldest && !ids.has(id)).length
}

/** For administrators: read again when something was reported or decided. */
export function useLiveReports() {
  const refresh = useRefreshModeration()
  useRealtime('laporan', refresh)
  useLineRestored(refresh)
}
