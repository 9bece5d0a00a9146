import { reviewCalls } from '@lapak/contract/selling/reviews'
import type { Database } from '#db/db.ts'
import type { Routes } from '#http/http.ts'
import { listReviews, replyToReview, writeReview } from './reviews.ts'

export function reviewRoutes(routes: Routes, { db }: { db: Database }) {
  routes.on(reviewCalls.write, ({ caller, body }) => writeReview(db, caller.memberId, body))
  routes.on(reviewCalls.reply, ({ caller, body }) => replyToReview(db, caller.memberId, body))
  routes.on(reviewCalls.list, ({ params, query }) => listReviews(db, params.memberid, query))
}
