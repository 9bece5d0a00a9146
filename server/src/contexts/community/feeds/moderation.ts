import { sql } from 'kysely'
import { notifyMembers } from '#contexts/system/notifications/notifications.ts'
import type { Tx } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { publishDecision, publishRemoval, publishRestoration } from './feeds.events.ts'
import { changeCount, countReportsOfComment, type FeedDeps } from './feeds.ts'

/** A decision of an administrator about a post or comment of another member: hide it, restore it, or keep it visible and dismiss the reports. */
export type Decision = 'hide' | 'restore' | 'keep'

const events = { hide: 'post.hidden', restore: 'post.restored', keep: 'post.kept' } as const
const commentEvents = { hide: 'comment.hidden', restore: 'comment.restored', keep: 'comment.kept' } as const

const shown = { hidden_at: null, hidden_by: null, hidden_reason: null }
const hiddenBy = (by: Caller, reason: string) => ({ hidden_at: sql<Date>`now()`, hidden_by: by.memberId, hidden_reason: reason })

/** Locks the post: of two concurrent decisions, or of a decision and a removal, the second one is refused. */
export async function decidePost({ db, audit }: FeedDeps, by: Caller, id: bigint, decision: Decision, reason: string): Promise<void> {
  await db.transaction(async (tx) => {
    const post = await tx
      .selectFrom('post')
      .select(['member_id', 'hidden_at', 'removed_at', sql<number>`report_count - comment_report_count`.as('report_count')])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!post) throw new Refusal('not_found.post')
    refuseDecision(by, decision, post)
    await tx
      .updateTable('post')
      // Reports about the comments of the post stay open.
      .set({
        report_count: sql`comment_report_count`,
        ...(decision === 'hide' && hiddenBy(by, reason)),
        ...(decision === 'restore' && shown),
      })
      .where('id', '=', id)
      .execute()
    const after = { member: post.member_id, reports: post.report_count }
    await audit.record(tx, { event: events[decision], by, subject: id, after, reason })
    notifyWriter(tx, post.member_id, { what: 'Kiriman', key: `post ${id}`, decision, reason })
    if (decision === 'hide') await publishRemoval(tx, id)
    if (decision === 'restore') await publishRestoration(tx, id)
    await publishDecision(tx, post.member_id, id)
  })
}

export async function decideComment(
  { db, audit }: FeedDeps,
  by: Caller,
  { id: postId, comment: id }: { id: bigint; comment: bigint },
  decision: Decision,
  reason: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const comment = await lockComment(tx, postId, id)
    refuseDecision(by, decision, comment)
    await tx
      .updateTable('post_comment')
      .set({ report_count: 0, ...(decision === 'hide' && hiddenBy(by, reason)), ...(decision === 'restore' && shown) })
      .where('id', '=', id)
      .execute()
    if (decision !== 'keep') await changeCount(tx, postId, 'comment_count', decision === 'hide' ? -1 : 1)
    await countReportsOfComment(tx, postId, -comment.report_count)
    const after = { member: comment.member_id, post: postId, reports: comment.report_count }
    await audit.record(tx, { event: commentEvents[decision], by, subject: id, after, reason })
    notifyWriter(tx, comment.member_id, { what: 'Komentar', key: `post comment ${id}`, decision, reason })
    await publishDecision(tx, comment.member_id, postId)
  })
}

interface Word {
  what: 'Kiriman' | 'Komentar'
  key: string
  decision: Decision
  reason: string
}

/** The web app shows the reason in place of the post or comment. The writer is not notified of dismissed reports. */
function notifyWriter(tx: Tx, memberId: bigint, { what, key, decision, reason }: Word) {
  if (decision === 'keep') return
  const title = `${what} Anda ${decision === 'hide' ? 'disembunyikan' : 'ditampilkan lagi'}`
  const text = decision === 'hide' ? `Alasan admin: ${reason}` : 'Semua member bisa membacanya lagi.'
  notifyMembers(tx, { memberId, kind: 'moderation', key, title, text, link: '/feeds' })
}

async function lockComment(tx: Tx, postId: bigint, id: bigint) {
  await tx.selectFrom('post').select('id').where('id', '=', postId).forNoKeyUpdate().executeTakeFirst()
  const comment = await tx
    .selectFrom('post_comment')
    .select(['member_id', 'hidden_at', 'removed_at', 'report_count'])
    .where('id', '=', id)
    .where('post_id', '=', postId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!comment) throw new Refusal('not_found.comment')
  return comment
}

interface Moderated {
  member_id: bigint
  hidden_at: Date | null
  removed_at: Date | null
  report_count: number
}

/** Only a hidden post or comment can be restored, only a visible one can be hidden, and only a reported one can be kept. */
function refuseDecision(by: Caller, decision: Decision, { member_id, hidden_at, removed_at, report_count }: Moderated) {
  if (member_id === by.memberId) throw new Refusal('post.own_decided')
  if (removed_at !== null) throw new Refusal('post.removed')
  if ((hidden_at !== null) !== (decision === 'restore') || (decision === 'keep' && report_count === 0)) throw new Refusal('post.decided')
}
