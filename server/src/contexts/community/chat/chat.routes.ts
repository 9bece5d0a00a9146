import { chatCalls } from '@lapak/contract/community/chat'
import type { Routes } from '#http/http.ts'
import { countUnread, findContacts, listChats, readMessages } from './chat.queries.ts'
import { type ChatDeps, findConversation, markRead, sendMessage } from './chat.ts'

export function chatRoutes(routes: Routes, deps: ChatDeps) {
  const { read } = deps.db
  routes.on(chatCalls.chats, ({ caller, query }) => listChats(read, caller.memberId, query))
  routes.on(chatCalls.unread, async ({ caller }) => ({ belumdibaca: await countUnread(read, caller.memberId) }))
  routes.on(chatCalls.find, ({ caller, query }) => findConversation(deps, caller, query))
  routes.on(chatCalls.messages, ({ caller, query }) => readMessages(read, { memberId: caller.memberId, forPlatform: false }, query))
  routes.on(chatCalls.read, async ({ caller, params, body }) => {
    await markRead(deps, { memberId: caller.memberId, forPlatform: false }, params.id, body.sampai)
    return { belumdibaca: await countUnread(read, caller.memberId) }
  })
  routes.on(chatCalls.send, ({ caller, body }) => sendMessage(deps, caller, body))
  routes.on(chatCalls.contacts, ({ caller, query }) => findContacts(read, caller.memberId, query.search))
}
