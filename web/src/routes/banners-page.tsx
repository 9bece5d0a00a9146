import { getRouteApi } from '@tanstack/react-router'
import { BannerList } from '#features/system/banners/banner-list.tsx'
import { useSearchParams } from '#lib/use-search-params.ts'
import { PageFrame } from '#ui/page-frame.tsx'

const route = getRouteApi('/signed-in/administration/admin/sliders')

/** The page with the banners of the home page. */
export function BannersPage() {
  const searchParams = useSearchParams(route.useSearch())
  return (
    <PageFrame title="Banner" wide>
      <BannerList searchParams={searchParams} />
    </PageFrame>
  )
}
