import { getRouteApi } from '@tanstack/react-router'
import { Chat } from '#features/community/chat/chat.tsx'
import { useSearchParams } from '#lib/use-search-params.ts'

const route = getRouteApi('/signed-in/chat')

/** The page of a member's conversations with sellers, buyers and customer service. */
export function ChatPage() {
  const searchParams = useSearchParams(route.useSearch())
  return <Chat side="own" title="Chat" searchParams={searchParams} />
}
