import type { Post } from '@lapak/contract/community/feeds'
import { Button, Skeleton } from '@mantine/core'
import { IconArrowUp, IconNews } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import classes from '#features/community/feeds/feed.module.css'
import { newPostsMax, postsQuery } from '#features/community/feeds/feeds.api.ts'
import { useNewPosts } from '#features/community/feeds/feeds.live.ts'
import { PostCard } from '#features/community/feeds/post-card.tsx'
import { PostPrompt } from '#features/community/feeds/post-prompt.tsx'
import { SamplePosts } from '#features/community/feeds/sample-posts.tsx'
import { hasLink } from '#lib/text-pieces.ts'
import { useNextPage } from '#lib/use-next-page.ts'
import { Card } from '#ui/card.tsx'
import { LinkWarning } from '#ui/link-warning.tsx'
import { LoadMore } from '#ui/load-more.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'

/** The posts of all members, the field for a new post, and fixed sample posts. */
export function Feed() {
  const { count, show } = useNewPosts()
  return (
    <div className={classes.feed}>
      <div className={classes.stream}>
        <PostPrompt />
        {count > 0 && (
          <div className={classes.news}>
            <Button size="sm" radius="xl" leftSection={<IconArrowUp size={16} aria-hidden />} onClick={() => void show()}>
              {count < newPostsMax ? count : `${newPostsMax}+`} kiriman baru
            </Button>
          </div>
        )}
        <Posts />
      </div>
      <SamplePosts />
    </div>
  )
}

function Posts() {
  const list = useInfiniteQuery(postsQuery)
  const { data, error, refetch } = list
  const posts = data?.pages.flatMap(({ content }) => content)
  const readNext = useNextPage(list)
  const end = useReachedEnd(() => {
    if (list.hasNextPage && !list.isFetchingNextPage && !list.isFetchNextPageError) readNext()
  })
  if (!posts)
    return error ? (
      <ErrorState title="Kiriman belum bisa ditampilkan" message={error.message} onRetry={() => void refetch()} />
    ) : (
      <TextSkeleton />
    )
  if (posts.length === 0)
    return <EmptyState icon={IconNews} title="Belum ada kiriman" hint="Jadilah yang pertama menulis untuk semua member." />
  return (
    <section className={classes.posts} aria-label="Kiriman member">
      {posts.some(isStrangeLink) && <LinkWarning where="kiriman" />}
      {posts.map((post) => (
        <PostCard key={post.postid.toString()} post={post} />
      ))}
      <div ref={end}>
        <LoadMore list={list} />
      </div>
    </section>
  )
}

/** Whether a post contains a link, and neither the platform nor the reader wrote the post. */
const isStrangeLink = ({ sendiri, member, msg }: Post) => !sendiri && !member.resmi && hasLink(msg)

const TextSkeleton = () => (
  <div className={classes.posts} aria-busy>
    {[1, 2, 3].map((bone) => (
      <Card key={bone}>
        <Skeleton height={40} width="55%" mb={12} />
        <Skeleton height={16} width="90%" mb={8} />
        <Skeleton height={16} width="70%" />
      </Card>
    ))}
  </div>
)

/** Calls `act` shortly before the reader reaches the end of the list, to load older posts. */
function useReachedEnd(act: () => void) {
  const place = useRef<HTMLDivElement>(null)
  const reached = useEffectEvent(act)
  useEffect(() => {
    const watched = place.current
    if (!watched) return
    const observer = new IntersectionObserver(([seen]) => seen?.isIntersecting && reached(), { rootMargin: '400px' })
    observer.observe(watched)
    return () => observer.disconnect()
  })
  return place
}
