import { chatCalls } from '@lapak/contract/community/chat'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { request } from '#lib/api.ts'

/** The reader: a member with its own conversations ('own'), or an administrator with those of customer service ('house'). */
export type ChatSide = 'own' | 'house'

export const chatKey = ['chat'] as const
export const chatSideKey = (side: ChatSide) => [...chatKey, side] as const

export const unreadChatsQuery = (side: ChatSide) =>
  queryOptions({
    queryKey: [...chatSideKey(side), 'unread'],
    queryFn: async ({ signal }) => (await request(side === 'house' ? chatCalls.adminUnread : chatCalls.unread, { signal })).belumdibaca,
    refetchInterval: 120_000,
  })

/** For the menu: the number of unread messages of a member, or for customer service the number of conversations that wait for an answer. */
export function useUnreadChats(side: ChatSide, enabled = true): number {
  return useQuery({ ...unreadChatsQuery(side), enabled }).data ?? 0
}
