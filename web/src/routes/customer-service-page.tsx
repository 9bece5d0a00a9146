import { platformName } from '@lapak/contract/shared/platform'
import { getRouteApi } from '@tanstack/react-router'
import { Chat } from '#features/community/chat/chat.tsx'
import { useSearchParams } from '#lib/use-search-params.ts'

const route = getRouteApi('/signed-in/administration/admin/layanan')

/** The page of the messages of members to customer service: one inbox for all administrators. */
export function CustomerServicePage() {
  const searchParams = useSearchParams(route.useSearch())
  return <Chat side="house" title={platformName} searchParams={searchParams} />
}
