import { z } from 'zod'
import { call } from '../shared/call.ts'
import { messageText } from '../shared/visible-text.ts'
import { filter, flag, moment, pageOf, pageQuery, plainText, rowId, rowIdText } from '../shared/wire.ts'
import { approvalReason } from '../system/approvals.ts'

/** Maximum characters of a post and of a comment. */
export const postMax = 2000
export const commentMax = 500
/** Number of comments that are returned with a post. Further comments are loaded by a separate call. */
export const commentsPreviewed = 2

export const reportReasons = {
  fraud: 'Penipuan',
  rude: 'Kasar atau menghina',
  spam: 'Spam atau iklan berulang',
  other: 'Masalah lain',
} as const
export type ReportReason = keyof typeof reportReasons
const reportReason = z.enum(Object.keys(reportReasons) as [ReportReason, ...ReportReason[]], 'Pilih masalahnya')

/** The author of a post or comment. */
const writer = z.object({
  id: rowId,
  /** The public name. A name that resembles the platform's name is replaced. */
  name: z.string(),
  avatar: z.string().nullable(),
  /** True when an administrator wrote it in the name of the platform. */
  resmi: flag,
})

export const comment = z.object({
  commentid: rowId,
  waktu: moment,
  member: writer,
  /** Empty when the comment is hidden. */
  msg: z.string(),
  /** True when the member who reads it is the author. */
  sendiri: flag,
  /** Why the comment is hidden, shown instead of its text; null when it is visible. */
  alasan: z.string().nullable(),
})
export type Comment = z.output<typeof comment>

/** A post (B-ENT-43). Some fields depend on the member who reads it. */
export const post = z.object({
  postid: rowId,
  waktu: moment,
  member: writer,
  /** Empty when the post is hidden. */
  msg: z.string(),
  image: z.string().nullable(),
  totallike: z.int(),
  totalcomment: z.int(),
  /** The newest comments, sorted from old to new. */
  comment: z.array(comment),
  /** True when the member who reads the post likes it. */
  suka: flag,
  sendiri: flag,
  /** Why an administrator hid the post. It is shown to the author instead of the post. */
  alasan: z.string().nullable(),
})
export type Post = z.output<typeof post>

const shownTo = z.object({ totallike: z.int(), suka: flag })

/** Query for the rows that are older than the row `before`, newest first. */
const older = (size: number) => ({
  before: filter(rowIdText),
  size: z.coerce.number().int().min(1).max(50).default(size),
})

/** `next` is the value of `before` for the next page; null on the last page. */
const streamOf = <Row extends z.ZodType>(row: Row) => z.object({ content: z.array(row), next: rowId.nullable() })

const clientid = z.uuid('clientid tidak valid').optional()

const newPost = z
  .object({
    msg: messageText(postMax),
    /** URL path of a picture that the same member has uploaded. */
    image: plainText(300).nullish(),
    /** Idempotency key. If the client repeats a request with the same key, nothing is created again. */
    clientid,
  })
  .refine(({ msg, image }) => msg !== '' || Boolean(image), { error: 'Tulis sesuatu dahulu', path: ['msg'] })

const reportRow = z.object({
  memberid: rowId,
  membername: z.string(),
  reason: reportReason,
  msg: z.string().nullable(),
  createat: moment,
})

/** A post as administrators see it, complete even if it is hidden or removed. */
export const adminPost = z.object({
  id: rowId,
  waktu: moment,
  memberid: rowId,
  membername: z.string(),
  memberavatar: z.string().nullable(),
  resmi: flag,
  msg: z.string(),
  image: z.string().nullable(),
  totallike: z.int(),
  totalcomment: z.int(),
  /** Number of undecided reports about the post. */
  laporan: z.int(),
  /** Number of undecided reports about the post's comments. */
  laporankomentar: z.int(),
  hiddenat: moment.nullable(),
  hiddenby: z.string().nullable(),
  alasan: z.string().nullable(),
  /** When the author removed the post. */
  removedat: moment.nullable(),
  /** True when the administrator who reads the post is its author, who may not decide about it. */
  own: z.boolean(),
})
export type AdminPost = z.output<typeof adminPost>

const adminComment = z.object({
  commentid: rowId,
  waktu: moment,
  memberid: rowId,
  membername: z.string(),
  msg: z.string(),
  /** Number of undecided reports about the comment. */
  laporan: z.int(),
  /** All reports, decided and undecided, newest first. */
  reports: z.array(reportRow),
  hiddenat: moment.nullable(),
  alasan: z.string().nullable(),
  removedat: moment.nullable(),
  own: z.boolean(),
})
export type AdminComment = z.output<typeof adminComment>

/** Maximum number of reports, and of comments, in the detail view of a post. The newest are shown; comments with undecided reports come first. */
export const adminPartsMax = 100
const adminDetail = adminPost.extend({ reports: z.array(reportRow), comments: z.array(adminComment) })
export type AdminPostDetail = z.output<typeof adminDetail>

/** Filter of the list: posts with reports, or hidden posts. Without it, the list contains all posts. */
export const postStages = ['dilaporkan', 'disembunyikan'] as const
const adminQuery = z.object(pageQuery(['id'], { tahap: filter(z.enum(postStages)), memberid: filter(rowIdText) }))
export type AdminPostQuery = z.output<typeof adminQuery>

const byId = z.object({ id: rowIdText })
const byComment = z.object({ id: rowIdText, comment: rowIdText })
const why = z.object({ reason: approvalReason })
const mayNotWrite = ['account.incomplete', 'account.terms_needed', 'account.closed'] as const
const reportBody = z.object({ reason: reportReason, msg: messageText(commentMax).nullish() })
const reportsLimit = { setting: 'feeds.reportsPerDay', seconds: 86_400 } as const
const likes = { setting: 'feeds.likesPerMinute', seconds: 60 } as const

export const feedCalls = {
  list: call('GET', '/api/v1/posts', {
    summary: 'List the posts of all members, newest first; `before` for older ones',
    access: 'member',
    query: z.object(older(10)),
    data: streamOf(post),
  }),
  one: call('GET', '/api/v1/posts/{id}', {
    summary: 'Read a post',
    access: 'member',
    params: byId,
    data: post,
    refuses: ['not_found.post'],
  }),
  write: call('POST', '/api/v1/posts', {
    summary: 'Write a post: a text, a picture, or both',
    access: 'member',
    secondFactor: 'admins',
    limit: { setting: 'feeds.postsPerHour', seconds: 3600 },
    body: newPost,
    bodyBytes: 8 * postMax,
    data: post,
    done: 'Kiriman diterbitkan',
    // `access.proof_needed` is only for administrators: they post in the name of the platform, which requires step-up authentication.
    refuses: [...mayNotWrite, 'access.proof_needed', 'upload.unknown', 'not_found.post'],
  }),
  remove: call('DELETE', '/api/v1/posts/{id}', {
    summary: 'Delete an own post',
    access: 'member',
    secondFactor: 'admins',
    params: byId,
    done: 'Kiriman dihapus',
    refuses: ['not_found.post'],
  }),
  like: call('PUT', '/api/v1/posts/{id}/like', {
    summary: 'Like a post; repeated likes count once',
    access: 'member',
    limit: likes,
    params: byId,
    data: shownTo,
    refuses: [...mayNotWrite, 'not_found.post'],
  }),
  unlike: call('DELETE', '/api/v1/posts/{id}/like', {
    summary: 'Remove the like of a post',
    access: 'member',
    limit: likes,
    params: byId,
    data: shownTo,
    refuses: ['not_found.post'],
  }),
  comments: call('GET', '/api/v1/posts/{id}/comments', {
    summary: 'List the comments of a post, newest first; `before` for older ones',
    access: 'member',
    params: byId,
    query: z.object(older(20)),
    data: streamOf(comment),
    refuses: ['not_found.post'],
  }),
  answer: call('POST', '/api/v1/posts/{id}/comments', {
    summary: 'Comment on a post',
    access: 'member',
    secondFactor: 'admins',
    limit: { setting: 'feeds.commentsPerMinute', seconds: 60 },
    params: byId,
    body: z.object({ msg: messageText(commentMax).refine((text) => text !== '', 'Tulis komentar dahulu'), clientid }),
    data: z.object({ comment, totalcomment: z.int() }),
    done: 'Komentar terkirim',
    refuses: [...mayNotWrite, 'access.proof_needed', 'not_found.post', 'not_found.comment'],
  }),
  removeComment: call('DELETE', '/api/v1/posts/{id}/comments/{comment}', {
    summary: 'Delete an own comment',
    access: 'member',
    secondFactor: 'admins',
    params: byComment,
    data: z.object({ totalcomment: z.int() }),
    done: 'Komentar dihapus',
    refuses: ['not_found.comment'],
  }),
  report: call('POST', '/api/v1/posts/{id}/report', {
    summary: 'Report a post of another member to the administrators, once',
    access: 'member',
    limit: reportsLimit,
    params: byId,
    body: reportBody,
    done: 'Laporan terkirim ke admin',
    refuses: ['not_found.post', 'post.own'],
  }),
  reportComment: call('POST', '/api/v1/posts/{id}/comments/{comment}/report', {
    summary: 'Report a comment of another member to the administrators, once',
    access: 'member',
    limit: reportsLimit,
    params: byComment,
    body: reportBody,
    done: 'Laporan terkirim ke admin',
    refuses: ['not_found.post', 'not_found.comment', 'comment.own'],
  }),

  adminList: call('GET', '/api/admin/v1/posts', {
    summary: 'List posts for moderation, newest first',
    access: 'admin',
    aboutMembers: true,
    query: adminQuery,
    data: pageOf(adminPost),
  }),
  adminOne: call('GET', '/api/admin/v1/posts/{id}', {
    summary: 'Read a post with its reports and comments, also if it is hidden or deleted',
    access: 'admin',
    aboutMembers: true,
    params: byId,
    data: adminDetail,
    refuses: ['not_found.post'],
  }),
  hide: call('PATCH', '/api/admin/v1/posts/{id}/hide', {
    summary: 'Hide a post from everybody except its author, who is notified with the reason',
    access: 'admin',
    stepUp: true,
    params: byId,
    body: why,
    data: adminPost,
    done: 'Kiriman disembunyikan',
    refuses: ['not_found.post', 'post.own_decided', 'post.decided', 'post.removed'],
  }),
  restore: call('PATCH', '/api/admin/v1/posts/{id}/restore', {
    summary: 'Show a hidden post again',
    access: 'admin',
    stepUp: true,
    params: byId,
    body: why,
    data: adminPost,
    done: 'Kiriman ditampilkan lagi',
    refuses: ['not_found.post', 'post.own_decided', 'post.decided', 'post.removed'],
  }),
  keep: call('PATCH', '/api/admin/v1/posts/{id}/keep', {
    summary: 'Dismiss the reports of a post, which stays as it is',
    access: 'admin',
    stepUp: true,
    params: byId,
    body: why,
    data: adminPost,
    done: 'Laporan ditutup',
    refuses: ['not_found.post', 'post.own_decided', 'post.decided', 'post.removed'],
  }),
  hideComment: call('PATCH', '/api/admin/v1/posts/{id}/comments/{comment}/hide', {
    summary: 'Hide a comment from everybody except its author, who is notified with the reason',
    access: 'admin',
    stepUp: true,
    params: byComment,
    body: why,
    data: adminPost,
    done: 'Komentar disembunyikan',
    refuses: ['not_found.comment', 'post.own_decided', 'post.decided', 'post.removed'],
  }),
  restoreComment: call('PATCH', '/api/admin/v1/posts/{id}/comments/{comment}/restore', {
    summary: 'Show a hidden comment again',
    access: 'admin',
    stepUp: true,
    params: byComment,
    body: why,
    data: adminPost,
    done: 'Komentar ditampilkan lagi',
    refuses: ['not_found.comment', 'post.own_decided', 'post.decided', 'post.removed'],
  }),
  keepComment: call('PATCH', '/api/admin/v1/posts/{id}/comments/{comment}/keep', {
    summary: 'Dismiss the reports of a comment, which stays as it is',
    access: 'admin',
    stepUp: true,
    params: byComment,
    body: why,
    data: adminPost,
    done: 'Laporan ditutup',
    refuses: ['not_found.comment', 'post.own_decided', 'post.decided', 'post.removed'],
  }),
}
