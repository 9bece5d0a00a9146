import {
  type AdminComment,
  type AdminPost,
  type AdminPostDetail,
  type AdminPostQuery,
  adminPartsMax,
  type ReportReason,
} from '@lapak/contract/community/feeds'
import type { Page } from '@lapak/contract/shared/wire'
import { sql } from 'kysely'
import { seenName } from '#contexts/members/shop-names/shop-names.ts'
import type { Reader } from '#db/db.ts'
import { countOf, idsOfPage, inOrderOf } from '#http/paging.ts'
import { Refusal } from '#http/refusal.ts'
import { isOfPlatform } from './feeds.queries.ts'

const postsOf = (read: Reader) =>
  read
    .selectFrom('post')
    .innerJoin('member', 'member.id', 'post.member_id')
    .leftJoin('member as decider', 'decider.id', 'post.hidden_by')
    .select([
      'post.id',
      'post.created_at as waktu',
      'post.member_id as memberid',
      'member.name as membername',
      'member.avatar as memberavatar',
      isOfPlatform('post').as('resmi'),
      'post.body as msg',
      'post.image',
      'post.like_count as totallike',
      'post.comment_count as totalcomment',
      sql<number>`post.report_count - post.comment_report_count`.as('laporan'),
      'post.comment_report_count as laporankomentar',
      'post.hidden_at as hiddenat',
      'decider.name as hiddenby',
      'post.hidden_reason as alasan',
      'post.removed_at as removedat',
    ])

type Row = Awaited<ReturnType<ReturnType<typeof postsOf>['executeTakeFirstOrThrow']>>

/** Administrators see the actual names of members, without invisible characters. */
const shown = (row: Row, viewerId: bigint): AdminPost => ({
  ...row,
  membername: seenName(row.membername),
  own: row.memberid === viewerId,
})

export async function listForAdmins(
  read: Reader,
  viewerId: bigint,
  { tahap, memberid, ...query }: AdminPostQuery,
): Promise<Page<AdminPost>> {
  const found = read
    .selectFrom('post')
    .select('post.id')
    // Nothing can be decided about a removed post.
    .$if(tahap === 'dilaporkan', (posts) => posts.where('post.report_count', '>', 0).where('post.removed_at', 'is', null))
    .$if(tahap === 'disembunyikan', (posts) => posts.where('post.hidden_at', 'is not', null))
    .$if(memberid !== undefined, (posts) => posts.where('post.member_id', '=', memberid ?? 0n))
  // `true` sorts all matches: reported posts and the posts of one member are few. Hidden posts are read by an index.
  const ids = await idsOfPage(read, found, query, 'id', tahap === 'dilaporkan' || memberid !== undefined)
  const rows = inOrderOf(ids, ids.length === 0 ? [] : await postsOf(read).where('post.id', 'in', ids).execute())
  return { content: rows.map((row) => shown(row, viewerId)), totalElements: await countOf(found) }
}

export async function readForAdmins(read: Reader, viewerId: bigint, id: bigint): Promise<AdminPost> {
  const row = await postsOf(read).where('post.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found.post')
  return shown(row, viewerId)
}

export async function readDetail(read: Reader, viewerId: bigint, id: bigint): Promise<AdminPostDetail> {
  return {
    ...(await readForAdmins(read, viewerId, id)),
    reports: await reportsOf(read, id),
    comments: await commentsOf(read, viewerId, id),
  }
}

async function reportsOf(read: Reader, id: bigint): Promise<AdminPostDetail['reports']> {
  const newest = read.selectFrom('post_report').selectAll().where('post_id', '=', id).orderBy('created_at', 'desc').limit(adminPartsMax)
  const rows = await read
    .selectFrom(newest.as('report'))
    .innerJoin('member', 'member.id', 'report.member_id')
    .select(['member.id as memberid', 'member.name as membername', 'report.reason', 'report.words as msg', 'report.created_at as createat'])
    .orderBy('report.created_at', 'desc')
    .$narrowType<{ reason: ReportReason }>()
    .execute()
  return rows.map((row) => ({ ...row, membername: seenName(row.membername) }))
}

async function commentsOf(read: Reader, viewerId: bigint, id: bigint): Promise<AdminComment[]> {
  const ids = await commentIdsOf(read, id)
  if (ids.length === 0) return []
  const rows = await read
    .selectFrom('post_comment')
    .innerJoin('member', 'member.id', 'post_comment.member_id')
    .select(['post_comment.id as commentid', 'post_comment.created_at as waktu', 'member.id as memberid', 'member.name as membername'])
    .select(['post_comment.body as msg', 'post_comment.hidden_at as hiddenat', 'post_comment.hidden_reason as alasan'])
    .select(['post_comment.removed_at as removedat', sql<boolean>`post_comment.member_id = ${viewerId}`.as('own')])
    .select('post_comment.report_count as laporan')
    .where('post_comment.id', 'in', ids)
    .orderBy(sql`post_comment.report_count > 0`, 'desc')
    .orderBy('post_comment.id', 'desc')
    .execute()
  const reports = await reportsOfComments(
    read,
    rows.map(({ commentid }) => commentid),
  )
  return rows.map((row) => ({
    ...row,
    membername: seenName(row.membername),
    reports: reports.filter(({ comment_id }) => comment_id === row.commentid).map(({ comment_id: _, ...report }) => report),
  }))
}

type CommentReport = AdminComment['reports'][number] & { comment_id: bigint }

/**
 * The reported comments, then the newest of the others, each part by its index. The subquery makes the planner assume that many rows match, whatever
 * the statistics are.
 */
async function commentIdsOf(read: Reader, id: bigint): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    (select id from post_comment where post_id = ${id} and report_count > 0 order by id desc limit ${adminPartsMax})
    union all
    (select id from post_comment where post_id = ${id} and (select report_count = 0) order by id desc limit ${adminPartsMax})
    limit ${adminPartsMax}`.execute(read)
  return rows.map((row) => row.id)
}

async function reportsOfComments(read: Reader, ids: bigint[]) {
  if (ids.length === 0) return []
  const { rows } = await sql<CommentReport>`
    select report.*, member.name as membername from (
      select comment_id, member_id as memberid, reason, words as msg, created_at as createat
      from unnest(${ids}::bigint[]) as asked(id)
      cross join lateral (select * from post_comment_report where comment_id = asked.id offset 0) one
      order by created_at desc limit ${adminPartsMax}
    ) report join member on member.id = report.memberid
    order by createat desc`.execute(read)
  return rows.map((row) => ({ ...row, membername: seenName(row.membername) }))
}
