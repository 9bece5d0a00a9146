import { getRouteApi } from '@tanstack/react-router'
import { Chat } from '#features/community/chat/chat.tsx'
import { useAddress } from '#lib/address.ts'

const route = getRouteApi('/signed-in/chat')

/** The page of a member's conversations with sellers, buyers and customer service. */
export function ChatPage() {
  const at = useAddress(route.useSearch())
  return <Chat side="own" title="Chat" at={at} />
}
