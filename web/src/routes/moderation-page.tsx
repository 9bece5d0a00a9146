import { getRouteApi } from '@tanstack/react-router'
import { ModeratedPosts } from '#features/community/feeds/moderated-posts.tsx'
import { ModerationDrawer } from '#features/community/feeds/moderation-drawer.tsx'
import { useAddress } from '#lib/address.ts'
import { PageFrame } from '#ui/page-frame.tsx'

const route = getRouteApi('/signed-in/administration/admin/kiriman')

/** The page for administrators to moderate reported posts. */
export function KirimanPage() {
  const at = useAddress(route.useSearch())
  return (
    <PageFrame title="Kiriman member" wide>
      <ModeratedPosts at={at} onOpen={({ id }) => at.open({ kiriman: id.toString() })} />
      <ModerationDrawer id={at.search.kiriman} onClose={() => at.change({ kiriman: undefined })} />
    </PageFrame>
  )
}
