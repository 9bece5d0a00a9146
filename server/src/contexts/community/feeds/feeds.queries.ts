import { type Comment, commentsPreviewed, type Post } from '@lapak/contract/community/feeds'
import { type RawBuilder, sql } from 'kysely'
import { nameForAll, seenName } from '#contexts/members/shop-names/shop-names.ts'
import type { Reader } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'

interface Stream {
  before?: bigint | undefined
  size: number
}

interface Writer {
  id: bigint
  name: string
  avatar: string | null
  resmi: boolean
}

interface Row {
  waktu: Date
  memberid: bigint
  name: string
  avatar: string | null
  resmi: boolean
  msg: string
  alasan: string | null
}

/**
 * True if the post or comment was written for the platform by a member that is still an administrator. The name of the writer is not enough, nor is a
 * former administrator role.
 */
export const isOfPlatform = (table: 'post' | 'post_comment'): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${table}.by_platform`)} and exists (
    select from member_role join role on role.id = member_role.role_id
    where member_role.member_id = ${sql.ref(`${table}.member_id`)} and role.name = 'ROLE_ADMIN'))`

const writerOf = ({ memberid, name, avatar, resmi }: Row): Writer => ({
  id: memberid,
  name: resmi ? seenName(name) : nameForAll({ id: memberid, name }),
  avatar,
  resmi,
})

/** The posts that this member can see: no removed posts, no posts of blocked members, and hidden posts only if they are its own. */
const postsFor = (read: Reader, viewerId: bigint) =>
  read
    .selectFrom('post')
    .innerJoin('member', 'member.id', 'post.member_id')
    .select([
      'post.id as postid',
      'post.created_at as waktu',
      'post.member_id as memberid',
      'member.name',
      'member.avatar',
      isOfPlatform('post').as('resmi'),
      'post.body as msg',
      'post.image',
      'post.like_count as totallike',
      'post.comment_count as totalcomment',
      'post.hidden_reason as alasan',
      sql<boolean>`exists (select from post_like where post_like.post_id = post.id and post_like.member_id = ${viewerId})`.as('suka'),
    ])
    .where('post.removed_at', 'is', null)
    .where((where) => where.or([where('post.hidden_at', 'is', null), where('post.member_id', '=', viewerId)]))
    .where('member.status', '>', 0)

type PostRow = Awaited<ReturnType<ReturnType<typeof postsFor>['executeTakeFirstOrThrow']>>

/**
 * A condition that most rows match. For a subquery the planner assumes that half of the rows match, whatever the statistics are, and so reads a page
 * backward from the newest row by the index. Without the subquery it would assume one in two hundred, and would read and sort the whole table.
 */
const mostly = (condition: RawBuilder<unknown>) => sql`(select ${condition})`

async function newestFor(read: Reader, viewerId: bigint, { before, size }: Stream): Promise<bigint[]> {
  const older = before === undefined ? sql`` : sql`and id < ${before}`
  const there = sql`removed_at is null and (hidden_at is null or member_id = ${viewerId})
    and (select status from member where member.id = post.member_id) > 0`
  const { rows } = await sql<{ id: bigint }>`select id from post where ${mostly(there)} ${older} order by id desc limit ${size}`.execute(
    read,
  )
  return rows.map(({ id }) => id)
}

export async function listPosts(read: Reader, viewerId: bigint, { before, size }: Stream) {
  const found = await newestFor(read, viewerId, { before, size: size + 1 })
  const ids = found.slice(0, size)
  const rows = ids.length === 0 ? [] : await postsFor(read, viewerId).where('post.id', 'in', ids).orderBy('post.id', 'desc').execute()
  const comments = await commentsOf(
    read,
    viewerId,
    rows.filter(isShown).map(({ postid }) => postid),
    commentsPreviewed,
  )
  return { content: rows.map((row) => shownPost(row, viewerId, comments)), next: found.length > size ? (ids.at(-1) ?? null) : null }
}

const isShown = ({ alasan }: PostRow) => alasan === null

export async function readPost(read: Reader, viewerId: bigint, id: bigint): Promise<Post> {
  const row = await postsFor(read, viewerId).where('post.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found.post')
  return shownPost(row, viewerId, await commentsOf(read, viewerId, isShown(row) ? [id] : [], commentsPreviewed))
}

function shownPost(row: PostRow, viewerId: bigint, comments: CommentRow[]): Post {
  const { postid, waktu, memberid, totallike, totalcomment, suka, alasan } = row
  const hidden = !isShown(row)
  return {
    postid,
    waktu,
    member: writerOf(row),
    msg: hidden ? '' : row.msg,
    image: hidden ? null : row.image,
    totallike,
    totalcomment,
    comment: comments
      .filter(({ post_id }) => post_id === postid)
      .map((comment) => shownComment(comment, viewerId))
      .reverse(),
    suka,
    sendiri: memberid === viewerId,
    alasan,
  }
}

interface CommentRow extends Row {
  post_id: bigint
  commentid: bigint
  open: boolean
}

/** The newest comments of each of these posts, ordered from new to old. */
async function commentsOf(read: Reader, viewerId: bigint, postIds: bigint[], size: number, before?: bigint): Promise<CommentRow[]> {
  if (postIds.length === 0) return []
  const older = before === undefined ? sql`` : sql`and id < ${before}`
  const there = sql`removed_at is null and (hidden_at is null or member_id = ${viewerId})`
  const { rows } = await sql<CommentRow>`
    select found.* from unnest(${postIds}::bigint[]) as asked (id)
    cross join lateral (
      select id from post_comment where post_id = asked.id ${older} and ${mostly(there)} order by id desc limit ${size}
    ) page
    cross join lateral (
      select post_comment.post_id, post_comment.id as commentid, post_comment.created_at as waktu, post_comment.member_id as memberid,
        member.name, member.avatar, ${isOfPlatform('post_comment')} as resmi, post_comment.body as msg, post_comment.hidden_reason as alasan,
        member.status > 0 as open
      from post_comment join member on member.id = post_comment.member_id where post_comment.id = page.id offset 0
    ) found
    order by found.commentid desc`.execute(read)
  return rows
}

const closed = 'Akun penulisnya ditutup'

/** A comment of a blocked member stays in the list without its text, so that the number of comments remains correct. */
function shownComment(row: CommentRow, viewerId: bigint): Comment {
  const { commentid, waktu, memberid, open } = row
  const alasan = row.alasan ?? (open ? null : closed)
  return { commentid, waktu, member: writerOf(row), msg: alasan === null ? row.msg : '', sendiri: memberid === viewerId, alasan }
}

export async function listComments(read: Reader, viewerId: bigint, id: bigint, { before, size }: Stream) {
  const post = await postsFor(read, viewerId).where('post.id', '=', id).where('post.hidden_at', 'is', null).executeTakeFirst()
  if (!post) throw new Refusal('not_found.post')
  const rows = await commentsOf(read, viewerId, [id], size + 1, before)
  const page = rows.slice(0, size)
  return { content: page.map((row) => shownComment(row, viewerId)), next: rows.length > size ? (page.at(-1)?.commentid ?? null) : null }
}

export async function readComment(read: Reader, viewerId: bigint, postId: bigint, id: bigint): Promise<Comment> {
  const [row] = await commentsOf(read, viewerId, [postId], 1, id + 1n)
  if (row?.commentid !== id) throw new Refusal('not_found.comment')
  return shownComment(row, viewerId)
}

/** The number of likes of a post that all members see, and whether this member likes it. */
export async function readLikes(read: Reader, viewerId: bigint, id: bigint) {
  const { totallike, suka } = await postsFor(read, viewerId).where('post.id', '=', id).executeTakeFirstOrThrow()
  return { totallike, suka }
}
