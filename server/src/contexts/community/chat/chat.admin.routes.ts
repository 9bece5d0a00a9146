import { chatCalls } from '@lapak/contract/community/chat'
import type { Caller, Routes } from '#http/http.ts'
import { countPlatformUnread, listPlatformChats, readMessages } from './chat.queries.ts'
import { answerMember, type ChatDeps, markRead } from './chat.ts'

/** The calls of customer service: all administrators share one inbox. */
export function chatAdminRoutes(routes: Routes, deps: ChatDeps) {
  const { read } = deps.db
  const platformSide = ({ memberId }: Caller) => ({ memberId, forPlatform: true })
  routes.on(chatCalls.adminChats, ({ query }) => listPlatformChats(read, query))
  routes.on(chatCalls.adminUnread, async () => ({ belumdibaca: await countPlatformUnread(read) }))
  routes.on(chatCalls.adminMessages, ({ caller, query }) => readMessages(read, platformSide(caller), query))
  routes.on(chatCalls.adminRead, async ({ caller, params, body }) => {
    await markRead(deps, platformSide(caller), params.id, body.sampai)
    return { belumdibaca: await countPlatformUnread(read) }
  })
  routes.on(chatCalls.adminSend, ({ caller, params, body }) => answerMember(deps, caller, params.id, body))
}
