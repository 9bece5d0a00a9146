import { type ChatMessage, chatCalls } from '@lapak/contract/community/chat'
import type { BodySent, DataOf } from '@lapak/contract/shared/call'
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { type ChatSide, chatKey, chatSideKey, unreadChatsQuery } from '#features/community/chat/unread.api.ts'
import { request } from '#lib/api.ts'
import { nextPageParam } from '#lib/pages.ts'

export type MessagePage = DataOf<typeof chatCalls.messages>
type Messages = InfiniteData<MessagePage, number | undefined>

const pageSize = 30
const chatsSize = 50
const missedSize = 100
/** Polling interval in milliseconds: the online state changes without a realtime event. */
export const onlineIntervalMs = 60_000

export const chatsQuery = (side: ChatSide) =>
  infiniteQueryOptions({
    queryKey: [...chatSideKey(side), 'list'],
    queryFn: ({ pageParam: page, signal }) =>
      request(side === 'house' ? chatCalls.adminChats : chatCalls.chats, { query: { page, size: chatsSize }, signal }),
    initialPageParam: 0,
    getNextPageParam: nextPageParam,
    refetchInterval: onlineIntervalMs,
  })

const messagesCall = (side: ChatSide) => (side === 'house' ? chatCalls.adminMessages : chatCalls.messages)

/** Newest first; older messages are loaded page by page. */
export const messagesQuery = (side: ChatSide, groupid: string) =>
  infiniteQueryOptions({
    queryKey: [...chatSideKey(side), 'messages', groupid],
    queryFn: ({ pageParam: before, signal }) =>
      request(messagesCall(side), { query: { groupid, before: before?.toString(), size: pageSize }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ content }: MessagePage) => {
      const oldest = content.at(-1)?.id ?? 1
      return oldest > 1 ? oldest : undefined
    },
    // Updated by realtime events and by `fetchNewMessages`; a refetch would read every page that was ever scrolled to.
    staleTime: Number.POSITIVE_INFINITY,
  })

export const conversationQuery = (whom: { dengan?: string | undefined; trx?: string | undefined }) =>
  queryOptions({
    queryKey: [...chatKey, 'find', whom],
    queryFn: ({ signal }) => request(chatCalls.find, { query: { dengan: whom.dengan, idtrx: whom.trx }, signal }),
    staleTime: 0,
  })

export const contactsQuery = (search: string) =>
  queryOptions({
    queryKey: [...chatKey, 'contacts', search],
    queryFn: ({ signal }) => request(chatCalls.contacts, { query: { search }, signal }),
    placeholderData: keepPreviousData,
  })

export type MessageContent = Pick<BodySent<typeof chatCalls.send>, 'msg' | 'image' | 'clientid' | 'idtrx'>

/** Where a message is sent: to a conversation (`groupid`), or to a member without a conversation yet (`touser`). */
export interface MessageRecipient {
  side: ChatSide
  groupid?: string | undefined
  touser?: string | undefined
}

export const sendMessage = ({ side, groupid, touser }: MessageRecipient, content: MessageContent): Promise<ChatMessage> =>
  side === 'house'
    ? request(chatCalls.adminSend, { params: { id: groupid ?? '' }, body: content })
    : request(chatCalls.send, {
        body: { ...content, ...(groupid ? { groupid: Number(groupid) } : { touser: touser === 'cso' ? touser : Number(touser) }) },
      })

/** Adds sent and received messages to the cached conversation in order and without duplicates. */
export function addMessagesToCache(
  queries: QueryClient,
  side: ChatSide,
  groupid: string,
  update: Partial<MessagePage> & Pick<MessagePage, 'content'>,
) {
  queries.setQueryData<Messages>(messagesQuery(side, groupid).queryKey, (known) => {
    const [newest, ...older] = known?.pages ?? []
    if (!known || !newest) return known
    const ids = new Set(newest.content.map(({ id }) => id))
    const content = [...update.content.filter(({ id }) => !ids.has(id)), ...newest.content].sort((a, b) => b.id - a.id)
    // A read mark may have arrived by event while these messages were loading, so the cached mark never decreases.
    const dibacasampai = Math.max(newest.dibacasampai, update.dibacasampai ?? 0)
    return { ...known, pages: [{ ...newest, ...update, content, dibacasampai }, ...older] }
  })
}

/**
 * The id of the newest message before which no message is missing: the answer to an own message may arrive before messages that were written earlier.
 */
function knownUpTo(newestFirst: readonly ChatMessage[]): number | undefined {
  const gap = newestFirst.findLastIndex(({ id }, place) => place > 0 && newestFirst[place - 1]?.id !== id + 1)
  return newestFirst[Math.max(gap, 0)]?.id
}

/** Loads the messages after the newest cached message. If there are too many new messages, the conversation is loaded again from its end. */
export async function fetchNewMessages(queries: QueryClient, side: ChatSide, groupid: string): Promise<void> {
  const { queryKey } = messagesQuery(side, groupid)
  const after = knownUpTo(queries.getQueryData<Messages>(queryKey)?.pages[0]?.content ?? [])
  if (after === undefined) return queries.invalidateQueries({ queryKey })
  const update = await request(messagesCall(side), { query: { groupid, after: after.toString(), size: missedSize } })
  if (update.content.length === missedSize) await queries.resetQueries({ queryKey })
  else addMessagesToCache(queries, side, groupid, update)
}

/** Stores in the cached conversation that the other side has read up to this message. */
export function setReadUpTo(queries: QueryClient, groupid: string, upTo: number) {
  for (const side of ['own', 'house'] as const) {
    const { queryKey } = messagesQuery(side, groupid)
    if (queries.getQueryData(queryKey) === undefined) void queries.invalidateQueries({ queryKey })
    queries.setQueryData<Messages>(queryKey, (known) => {
      const [newest, ...older] = known?.pages ?? []
      if (!known || !newest || newest.dibacasampai >= upTo) return known
      return { ...known, pages: [{ ...newest, dibacasampai: upTo }, ...older] }
    })
  }
}

export function useRefreshChats() {
  const queries = useQueryClient()
  return () =>
    void queries.invalidateQueries({
      predicate: ({ queryKey: [feature, , part] }) => feature === chatKey[0] && (part === 'list' || part === 'unread'),
    })
}

/** Marks messages as read up to the newest message on the screen. After a failed request, the next message sends it again. */
export function useMarkRead(side: ChatSide, groupid: string) {
  const queries = useQueryClient()
  const refresh = useRefreshChats()
  return useMutation({
    mutationFn: (sampai: number) =>
      request(side === 'house' ? chatCalls.adminRead : chatCalls.read, { params: { id: groupid }, body: { sampai } }),
    onSuccess: ({ belumdibaca }) => {
      queries.setQueryData(unreadChatsQuery(side).queryKey, belumdibaca)
      refresh()
    },
    meta: { shownInPlace: true },
  })
}
