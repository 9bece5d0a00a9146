import type { Post } from '@lapak/contract/feeds'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { firstPage, postsQuery, readNewest, refreshPost, useRefreshModeration } from '#features/feeds/feeds.api.ts'
import { useLineRestored, useRealtime } from '#lib/realtime.ts'

/** Posts that came after those that are shown; they wait until their reader asks for them. */
export function useNews(): { count: number; show: () => Promise<void> } {
  const queries = useQueryClient()
  const { data } = useInfiniteQuery(postsQuery)
  const [news, setNews] = useState<ReadonlySet<bigint>>(new Set())
  const add = useCallback((ids: bigint[]) => setNews((known) => new Set([...known, ...ids])), [])
  const look = useCallback(() => {
    if (!firstPage(queries)) return
    readNewest().then(
      (posts) => add(posts.map(({ postid }) => postid)),
      // Offered the next time.
      () => undefined,
    )
  }, [queries, add])
  useRealtime('kiriman', ({ postid }) => add(postid))
  useRealtime('kirimanberubah', ({ postid }) => void refreshPost(queries, postid))
  useLineRestored(look)
  // What was read on an earlier visit is shown as it was.
  useEffect(look, [look])

  const show = async () => {
    window.scrollTo({ top: 0 })
    await queries.resetQueries({ queryKey: postsQuery.queryKey })
    setNews(new Set())
  }
  return { count: data ? newerThan(data.pages[0]?.content ?? [], news) : 0, show }
}

/** One may hear of posts that the list has further down, or lost since, when it was read after they were written. */
function newerThan(shown: Post[], news: ReadonlySet<bigint>): number {
  const ids = new Set(shown.map(({ postid }) => postid))
  const oldest = shown.at(-1)?.postid ?? 0n
  return [...news].filter((id) => id > oldest && !ids.has(id)).length
}

/** For administrators: read again when something was reported or decided. */
export function useLiveReports() {
  const refresh = useRefreshModeration()
  useRealtime('laporan', refresh)
  useLineRestored(refresh)
}
