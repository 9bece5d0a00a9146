import { Feed } from '#features/community/feeds/feed.tsx'
import { PageFrame } from '#ui/page-frame.tsx'

/** The posts of members. */
export function FeedsPage() {
  return (
    <PageFrame title="Kiriman">
      <Feed />
    </PageFrame>
  )
}
