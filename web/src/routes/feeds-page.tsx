import { Feed } from '#features/community/feeds/feed.tsx'
import { PageFrame } from '#ui/page-frame.tsx'

/** The feed: what members write for all to read. */
export function FeedsPage() {
  return (
    <PageFrame title="Kiriman">
      <Feed />
    </PageFrame>
  )
}
