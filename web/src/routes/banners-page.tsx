import { getRouteApi } from '@tanstack/react-router'
import { BannerList } from '#features/system/banners/banner-list.tsx'
import { useAddress } from '#lib/address.ts'
import { PageFrame } from '#ui/page-frame.tsx'

const route = getRouteApi('/signed-in/administration/admin/sliders')

/** The page with the banners of the home page. */
export function SlidersPage() {
  const at = useAddress(route.useSearch())
  return (
    <PageFrame title="Banner" wide>
      <BannerList at={at} />
    </PageFrame>
  )
}
