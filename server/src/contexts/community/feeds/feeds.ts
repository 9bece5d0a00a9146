import { randomUUID } from 'node:crypto'
import type { RoleName } from '@lapak/contract/auth/access'
import type { Comment, feedCalls, Post } from '@lapak/contract/community/feeds'
import type { BodyOf } from '@lapak/contract/shared/call'
import { sql } from 'kysely'
import { hasRole, lockCompleteMember } from '#contexts/members/members/members.ts'
import { requireStepUp } from '#contexts/members/step-up-auth/step-up-auth.ts'
import type { Audit } from '#contexts/system/audit/audit.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import { hasAcceptedTerms } from '#contexts/system/terms/terms.ts'
import type { Uploads } from '#contexts/system/uploads/uploads.ts'
import type { Database, Tx } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { publishPost, publishRemoval, publishReports } from './feeds.events.ts'
import { readComment, readLikes, readPost } from './feeds.queries.ts'

export interface FeedDeps {
  db: Database
  audit: Audit
  settings: Settings
  uploads: Pick<Uploads, 'ownPublic'>
}

const adminRole: RoleName = 'ROLE_ADMIN'

type NewPost = BodyOf<typeof feedCalls.write>
type NewComment = BodyOf<typeof feedCalls.answer>
type Report = BodyOf<typeof feedCalls.report>

/*
 * Lock order: the member, then the post, then the rows that belong to the post. The counters of a post change while the post is locked, in the
 * transaction that changes the counted row, and only while the post is visible to all members.
 */

/**
 * Whether a post or comment of this member is written for the platform: true for administrators, who need step-up authentication for it as for every
 * change.
 */
async function writesForPlatform(deps: FeedDeps, by: Caller): Promise<boolean> {
  const isAdministrator = by.roles.includes(adminRole)
  if (isAdministrator) await requireStepUp(deps, by)
  return isAdministrator
}

export async function writePost(deps: FeedDeps, by: Caller, newPost: NewPost): Promise<Post> {
  const { db, audit, uploads } = deps
  const { memberId } = by
  const { msg, clientid = randomUUID() } = newPost
  const forPlatform = await writesForPlatform(deps, by)
  const image = newPost.image ? await uploads.ownPublic(memberId, newPost.image) : null
  return db.transaction(async (tx) => {
    await requireWriter(tx, memberId)
    const by_platform = forPlatform && (await hasRole(tx, memberId, adminRole))
    const written = await tx
      .insertInto('post')
      .values({ member_id: memberId, by_platform, client_id: clientid, body: msg, image })
      .onConflict((conflict) => conflict.constraint('post_sent_once').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (written) await publishPost(tx, written.id)
    if (written && by_platform) await audit.record(tx, { event: 'post.published', by, subject: written.id, after: {} })
    return readPost(tx, memberId, written?.id ?? (await sentBefore(tx, memberId, clientid)))
  })
}

async function sentBefore(tx: Tx, memberId: bigint, clientId: string): Promise<bigint> {
  const { id } = await tx
    .selectFrom('post')
    .select('id')
    .where('member_id', '=', memberId)
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow()
  return id
}

/** Refuses members without a complete account or without acceptance of the current terms, and locks the member until the transaction ends. */
async function requireWriter(tx: Tx, memberId: bigint): Promise<void> {
  await lockCompleteMember(tx, memberId)
  if (!(await hasAcceptedTerms(tx, memberId))) throw new Refusal('account.terms_needed')
}

/** Locks a post until the transaction ends; refused unless the post is visible to all members. */
async function lockShown(tx: Tx, id: bigint) {
  const post = await tx
    .selectFrom('post')
    .innerJoin('member', 'member.id', 'post.member_id')
    .select(['post.id', 'post.member_id'])
    .where('post.id', '=', id)
    .where('post.removed_at', 'is', null)
    .where('post.hidden_at', 'is', null)
    .where('member.status', '>', 0)
    .forNoKeyUpdate('post')
    .executeTakeFirst()
  if (!post) throw new Refusal('not_found.post')
  return post
}

type Counted = 'like_count' | 'comment_count' | 'report_count'

export const changeCount = (tx: Tx, id: bigint, column: Counted, by: 1 | -1) =>
  tx
    .updateTable('post')
    .set({ [column]: sql`${sql.ref(column)} + ${by}` })
    .where('id', '=', id)
    .execute()

/** Removes a post of the caller, even if it is hidden. For posts of other members the answer does not reveal whether they exist. */
export async function removePost({ db }: FeedDeps, { memberId }: Caller, id: bigint): Promise<void> {
  await db.transaction(async (tx) => {
    const removed = await tx
      .updateTable('post')
      .set({ removed_at: sql`now()` })
      .where('id', '=', id)
      .where('member_id', '=', memberId)
      .where('removed_at', 'is', null)
      .returning('report_count')
      .executeTakeFirst()
    if (!removed) throw new Refusal('not_found.post')
    await publishRemoval(tx, id)
    if (removed.report_count > 0) await publishReports(tx, id)
  })
}

export async function likePost({ db }: FeedDeps, { memberId }: Caller, id: bigint) {
  return db.transaction(async (tx) => {
    await requireWriter(tx, memberId)
    await lockShown(tx, id)
    const liked = await tx
      .insertInto('post_like')
      .values({ post_id: id, member_id: memberId })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (liked.numInsertedOrUpdatedRows === 1n) await changeCount(tx, id, 'like_count', 1)
    return readLikes(tx, memberId, id)
  })
}

export async function unlikePost({ db }: FeedDeps, { memberId }: Caller, id: bigint) {
  return db.transaction(async (tx) => {
    await lockShown(tx, id)
    const { numDeletedRows } = await tx
      .deleteFrom('post_like')
      .where('post_id', '=', id)
      .where('member_id', '=', memberId)
      .executeTakeFirst()
    if (numDeletedRows === 1n) await changeCount(tx, id, 'like_count', -1)
    return readLikes(tx, memberId, id)
  })
}

interface Answered {
  comment: Comment
  totalcomment: number
}

export async function answerPost(deps: FeedDeps, by: Caller, postId: bigint, newComment: NewComment): Promise<Answered> {
  const { db, audit } = deps
  const { memberId } = by
  const { msg, clientid = randomUUID() } = newComment
  const forPlatform = await writesForPlatform(deps, by)
  return db.transaction(async (tx) => {
    await requireWriter(tx, memberId)
    await lockShown(tx, postId)
    const by_platform = forPlatform && (await hasRole(tx, memberId, adminRole))
    const written = await tx
      .insertInto('post_comment')
      .values({ post_id: postId, member_id: memberId, by_platform, client_id: clientid, body: msg })
      .onConflict((conflict) => conflict.constraint('post_comment_sent_once').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (written) await changeCount(tx, postId, 'comment_count', 1)
    if (written && by_platform) await audit.record(tx, { event: 'comment.published', by, subject: written.id, after: { post: postId } })
    const id = written?.id ?? (await commentSentBefore(tx, postId, memberId, clientid))
    return { comment: await readComment(tx, memberId, postId, id), totalcomment: await commentsCounted(tx, postId) }
  })
}

async function commentSentBefore(tx: Tx, postId: bigint, memberId: bigint, clientId: string): Promise<bigint> {
  const { id } = await tx
    .selectFrom('post_comment')
    .select('id')
    .where('post_id', '=', postId)
    .where('member_id', '=', memberId)
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow()
  return id
}

async function commentsCounted(tx: Tx, id: bigint): Promise<number> {
  const { comment_count } = await tx.selectFrom('post').select('comment_count').where('id', '=', id).executeTakeFirstOrThrow()
  return comment_count
}

export async function removeComment({ db }: FeedDeps, { memberId }: Caller, postId: bigint, id: bigint): Promise<{ totalcomment: number }> {
  return db.transaction(async (tx) => {
    await tx.selectFrom('post').select('id').where('id', '=', postId).forNoKeyUpdate().executeTakeFirst()
    const removed = await tx
      .selectFrom('post_comment')
      .select(['hidden_at', 'report_count'])
      .where('id', '=', id)
      .where('post_id', '=', postId)
      .where('member_id', '=', memberId)
      .where('removed_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!removed) throw new Refusal('not_found.comment')
    await tx.updateTable('post_comment').set({ removed_at: sql`now()`, report_count: 0 }).where('id', '=', id).execute()
    // A hidden comment was already subtracted from the counter.
    if (removed.hidden_at === null) await changeCount(tx, postId, 'comment_count', -1)
    await countReportsOfComment(tx, postId, -removed.report_count)
    if (removed.report_count > 0) await publishReports(tx, postId)
    return { totalcomment: await commentsCounted(tx, postId) }
  })
}

/** A member can report a post once; after a decision about the report the member cannot report the post again. */
export async function reportPost({ db }: FeedDeps, { memberId }: Caller, id: bigint, { reason, msg }: Report): Promise<void> {
  await db.transaction(async (tx) => {
    const post = await lockShown(tx, id)
    if (post.member_id === memberId) throw new Refusal('post.own')
    const reported = await tx
      .insertInto('post_report')
      .values({ post_id: id, member_id: memberId, reason, words: msg || null })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (reported.numInsertedOrUpdatedRows !== 1n) return
    await changeCount(tx, id, 'report_count', 1)
    await publishReports(tx, id)
  })
}

/** Changes the number of open reports about comments of a post, which is a part of the post's number of reports. */
export async function countReportsOfComment(tx: Tx, postId: bigint, by: number): Promise<void> {
  if (by === 0) return
  const more = { report_count: sql<number>`report_count + ${by}`, comment_report_count: sql<number>`comment_report_count + ${by}` }
  await tx.updateTable('post').set(more).where('id', '=', postId).execute()
}

/** Reports a comment with the same rules as a post. Comments of blocked members cannot be reported, because their text is not shown. */
export async function reportComment(
  { db }: FeedDeps,
  { memberId }: Caller,
  postId: bigint,
  id: bigint,
  { reason, msg }: Report,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockShown(tx, postId)
    const comment = await tx
      .selectFrom('post_comment')
      .innerJoin('member', 'member.id', 'post_comment.member_id')
      .select('post_comment.member_id')
      .where('post_comment.id', '=', id)
      .where('post_comment.post_id', '=', postId)
      .where('post_comment.removed_at', 'is', null)
      .where('post_comment.hidden_at', 'is', null)
      .where('member.status', '>', 0)
      .forNoKeyUpdate('post_comment')
      .executeTakeFirst()
    if (!comment) throw new Refusal('not_found.comment')
    if (comment.member_id === memberId) throw new Refusal('comment.own')
    const reported = await tx
      .insertInto('post_comment_report')
      .values({ comment_id: id, member_id: memberId, reason, words: msg || null })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (reported.numInsertedOrUpdatedRows !== 1n) return
    await tx.updateTable('post_comment').set({ report_count: sql`report_count + 1` }).where('id', '=', id).execute()
    await countReportsOfComment(tx, postId, 1)
    await publishReports(tx, postId)
  })
}
