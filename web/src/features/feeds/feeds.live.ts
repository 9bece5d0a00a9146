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
    const page = firstPage(queries)
    if (!page) return
    const oldest = page.at(-1)?.postid ?? 0n
    readNewest().then(
      (posts) => add(posts.map(({ postid }) => postid).filter((id) => id > oldest)),
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
  const shown = new Set(data?.pages.flatMap(({ content }) => content.map(({ postid }) => postid)))
  return { count: [...news].filter((id) => !shown.has(id)).length, show }
}

/** For administrators: read again when something was reported or decided. */
export function useLiveReports() {
  const refresh = useRefreshModeration()
  useRealtime('laporan', refresh)
  useLineRestored(refresh)
}
