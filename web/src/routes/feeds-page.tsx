import { Feed } from '#features/community/feeds/feed.tsx'
import { PageFrame } from '#ui/page-frame.tsx'

/** The page of the posts of all members. */
export function FeedsPage() {
  return (
    <PageFrame title="Kiriman">
      <Feed />
    </PageFrame>
  )
}
