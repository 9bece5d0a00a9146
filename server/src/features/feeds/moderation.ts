import { sql } from 'kysely'
import type { Tx } from '#core/db.ts'
import type { Caller } from '#core/http.ts'
import { Refusal } from '#core/refusal.ts'
import { tellOfDecision } from './feeds.events.ts'
import { count, type FeedDeps } from './feeds.ts'

/** An administrator's word about what somebody else wrote. */
export type PostDecision = 'hide' | 'restore' | 'keep'

const events = { hide: 'post.hidden', restore: 'post.restored', keep: 'post.kept' } as const
const commentEvents = { hide: 'comment.hidden', restore: 'comment.restored' } as const

const shown = { hidden_at: null, hidden_by: null, hidden_reason: null }
const hiddenBy = (by: Caller, reason: string) => ({ hidden_at: sql<Date>`now()`, hidden_by: by.memberId, hidden_reason: reason })

/** Under the post's lock, so that of two who decide, or of one who decides and one who takes it away, the second one hears so. */
export async function decidePost({ db, audit }: FeedDeps, by: Caller, id: bigint, decision: PostDecision, reason: string): Promise<void> {
  await db.transaction(async (tx) => {
    const post = await tx
      .selectFrom('post')
      .select(['member_id', 'hidden_at', 'removed_at', 'report_count'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!post) throw new Refusal('not_found.post')
    refuseDecision(by, post)
    const isHidden = post.hidden_at !== null
    if (isHidden !== (decision === 'restore') || (decision === 'keep' && post.report_count === 0)) throw new Refusal('post.decided')
    await tx
      .updateTable('post')
      .set({ report_count: 0, ...(decision === 'hide' && hiddenBy(by, reason)), ...(decision === 'restore' && shown) })
      .where('id', '=', id)
      .execute()
    const after = { member: post.member_id, reports: post.report_count }
    await audit.note(tx, { event: events[decision], by, subject: id, after, reason })
    await tellOfDecision(tx, post.member_id, id)
  })
}

export async function decideComment(
  { db, audit }: FeedDeps,
  by: Caller,
  { id: postId, comment: id }: { id: bigint; comment: bigint },
  decision: 'hide' | 'restore',
  reason: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const comment = await holdComment(tx, postId, id)
    refuseDecision(by, comment)
    if ((comment.hidden_at !== null) !== (decision === 'restore')) throw new Refusal('post.decided')
    await tx
      .updateTable('post_comment')
      .set(decision === 'hide' ? hiddenBy(by, reason) : shown)
      .where('id', '=', id)
      .execute()
    await count(tx, postId, 'comment_count', decision === 'hide' ? -1 : 1)
    await audit.note(tx, { event: commentEvents[decision], by, subject: id, after: { member: comment.member_id, post: postId }, reason })
    await tellOfDecision(tx, comment.member_id, postId)
  })
}

async function holdComment(tx: Tx, postId: bigint, id: bigint) {
  await tx.selectFrom('post').select('id').where('id', '=', postId).forNoKeyUpdate().executeTakeFirst()
  const comment = await tx
    .selectFrom('post_comment')
    .select(['member_id', 'hidden_at', 'removed_at'])
    .where('id', '=', id)
    .where('post_id', '=', postId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!comment) throw new Refusal('not_found.comment')
  return comment
}

function refuseDecision(by: Caller, { member_id, removed_at }: { member_id: bigint; removed_at: Date | null }) {
  if (member_id === by.memberId) throw new Refusal('post.own_decided')
  if (removed_at !== null) throw new Refusal('post.removed')
}
