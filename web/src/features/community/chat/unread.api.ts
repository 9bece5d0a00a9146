import { chatCalls } from '@lapak/contract/community/chat'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { request } from '#lib/api.ts'

/** Who looks: a member at its own conversations, or an administrator at those of customer service. */
export type Side = 'own' | 'house'

export const chatKey = ['chat'] as const
export const sideKey = (side: Side) => [...chatKey, side] as const

export const unreadQuery = (side: Side) =>
  queryOptions({
    queryKey: [...sideKey(side), 'unread'],
    queryFn: async ({ signal }) => (await request(side === 'house' ? chatCalls.adminUnread : chatCalls.unread, { signal })).belumdibaca,
    refetchInterval: 120_000,
  })

/** For the menu: messages of a member, and for the house conversations, each of which is somebody who waits. */
export function useUnreadChats(side: Side, enabled = true): number {
  return useQuery({ ...unreadQuery(side), enabled }).data ?? 0
}
