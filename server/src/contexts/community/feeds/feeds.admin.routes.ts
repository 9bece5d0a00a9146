import { feedCalls } from '@lapak/contract/community/feeds'
import type { Caller, Routes } from '#http/http.ts'
import type { FeedDeps } from './feeds.ts'
import { listForAdmins, readDetail, readForAdmins } from './moderation.queries.ts'
import { type Decision, decideComment, decidePost } from './moderation.ts'

export function feedAdminRoutes(routes: Routes, deps: FeedDeps) {
  const { read } = deps.db
  const decide = async (by: Caller, id: bigint, decision: Decision, reason: string) => {
    await decidePost(deps, by, id, decision, reason)
    return readForAdmins(read, by.memberId, id)
  }
  const ofComment = async (by: Caller, params: { id: bigint; comment: bigint }, decision: Decision, reason: string) => {
    await decideComment(deps, by, params, decision, reason)
    return readForAdmins(read, by.memberId, params.id)
  }
  routes.on(feedCalls.adminList, ({ caller, query }) => listForAdmins(read, caller.memberId, query))
  routes.on(feedCalls.adminOne, ({ caller, params }) => readDetail(read, caller.memberId, params.id))
  routes.on(feedCalls.hide, ({ caller, params, body }) => decide(caller, params.id, 'hide', body.reason))
  routes.on(feedCalls.restore, ({ caller, params, body }) => decide(caller, params.id, 'restore', body.reason))
  routes.on(feedCalls.keep, ({ caller, params, body }) => decide(caller, params.id, 'keep', body.reason))
  routes.on(feedCalls.hideComment, ({ caller, params, body }) => ofComment(caller, params, 'hide', body.reason))
  routes.on(feedCalls.keepComment, ({ caller, params, body }) => ofComment(caller, params, 'keep', body.reason))
  routes.on(feedCalls.restoreComment, ({ caller, params, body }) => ofComment(caller, params, 'restore', body.reason))
}
