import { getRouteApi } from '@tanstack/react-router'
import { ModeratedPosts } from '#features/community/feeds/moderated-posts.tsx'
import { ModerationDrawer } from '#features/community/feeds/moderation-drawer.tsx'
import { useSearchParams } from '#lib/use-search-params.ts'
import { PageFrame } from '#ui/page-frame.tsx'

const route = getRouteApi('/signed-in/administration/admin/kiriman')

/** The page for administrators to moderate reported posts. */
export function ModerationPage() {
  const searchParams = useSearchParams(route.useSearch())
  return (
    <PageFrame title="Kiriman member" wide>
      <ModeratedPosts searchParams={searchParams} onOpen={({ id }) => searchParams.push({ kiriman: id.toString() })} />
      <ModerationDrawer id={searchParams.search.kiriman} onClose={() => searchParams.replace({ kiriman: undefined })} />
    </PageFrame>
  )
}
