import { feedCalls } from '@lapak/contract/community/feeds'
import type { Routes } from '#http/http.ts'
import { listComments, listPosts, readPost } from './feeds.queries.ts'
import {
  answerPost,
  type FeedDeps,
  likePost,
  removeComment,
  removePost,
  reportComment,
  reportPost,
  unlikePost,
  writePost,
} from './feeds.ts'

export function feedRoutes(routes: Routes, deps: FeedDeps) {
  const { read } = deps.db
  routes.on(feedCalls.list, ({ caller, query }) => listPosts(read, caller.memberId, query))
  routes.on(feedCalls.one, ({ caller, params }) => readPost(read, caller.memberId, params.id))
  routes.on(feedCalls.write, ({ caller, body }) => writePost(deps, caller, body))
  routes.on(feedCalls.remove, ({ caller, params }) => removePost(deps, caller, params.id))
  routes.on(feedCalls.like, ({ caller, params }) => likePost(deps, caller, params.id))
  routes.on(feedCalls.unlike, ({ caller, params }) => unlikePost(deps, caller, params.id))
  routes.on(feedCalls.comments, ({ caller, params, query }) => listComments(read, caller.memberId, params.id, query))
  routes.on(feedCalls.answer, ({ caller, params, body }) => answerPost(deps, caller, params.id, body))
  routes.on(feedCalls.removeComment, ({ caller, params }) => removeComment(deps, caller, params.id, params.comment))
  routes.on(feedCalls.report, ({ caller, params, body }) => reportPost(deps, caller, params.id, body))
  routes.on(feedCalls.reportComment, ({ caller, params, body }) => reportComment(deps, caller, params.id, params.comment, body))
}
