import { z } from 'zod'
import { call } from '../shared/call.ts'
import { messageText } from '../shared/visible-text.ts'
import { filter, flag, moment, pageOf, pageQuery, plainText, rowId, rowIdText } from '../shared/wire.ts'
import { approvalReason } from '../system/approvals.ts'

/** Maximum characters of a post and of a comment. */
export const postMax = 2000
export const commentMax = 500
/** Number of comments returned with a post. The others are loaded separately. */
export const commentsPreviewed = 2

export const reportReasons = {
  fraud: 'Penipuan',
  rude: 'Kasar atau menghina',
  spam: 'Spam atau iklan berulang',
  other: 'Masalah lain',
} as const
export type ReportReason = keyof typeof reportReasons
const reportReason = z.enum(Object.keys(reportReasons) as [ReportReason, ...ReportReason[]], 'Pilih masalahnya')

/** The author. */
const writer = z.object({
  id: rowId,
  /** The public name. A name that resembles the platform's name is replaced. */
  name: z.string(),
  avatar: z.string().nullable(),
  /** Written by an administrator for the platform. */
  resmi: flag,
})

export const comment = z.object({
  commentid: rowId,
  waktu: moment,
  member: writer,
  /** Empty when hidden. */
  msg: z.string(),
  /** True when the reader is the author. */
  sendiri: flag,
  /** Why it is hidden, shown in its place; null when it is visible. */
  alasan: z.string().nullable(),
})
export type Comment = z.output<typeof comment>

/** A post (B-ENT-43), with fields that depend on the reader. */
export const post = z.object({
  postid: rowId,
  waktu: moment,
  member: writer,
  /** Empty when hidden. */
  msg: z.string(),
  image: z.string().nullable(),
  totallike: z.int(),
  totalcomment: z.int(),
  /** The newest comments, oldest first. */
  comment: z.array(comment),
  /** True when the reader likes it. */
  suka: flag,
  sendiri: flag,
  /** Why an administrator hid it, shown to its author in place of the post. */
  alasan: z.string().nullable(),
})
export type Post = z.output<typeof post>

const shownTo = z.object({ totallike: z.int(), suka: flag })

/** Rows older than `before`, newest first. */
const older = (size: number) => ({
  before: filter(rowIdText),
  size: z.coerce.number().int().min(1).max(50).default(size),
})

/** `next` is the `before` of the next page; null on the last page. */
const streamOf = <Row extends z.ZodType>(row: Row) => z.object({ content: z.array(row), next: rowId.nullable() })

const clientid = z.uuid('clientid tidak valid').optional()

const newPost = z
  .object({
    msg: messageText(postMax),
    /** Address of an upload by the same member. */
    image: plainText(300).nullish(),
    /** Idempotency key: a request repeated with it creates nothing again. */
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

/** The full post for administrators, also when hidden or removed. */
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
  /** Undecided reports of the post. */
  laporan: z.int(),
  /** Undecided reports of its comments. */
  laporankomentar: z.int(),
  hiddenat: moment.nullable(),
  hiddenby: z.string().nullable(),
  alasan: z.string().nullable(),
  /** When its author removed it. */
  removedat: moment.nullable(),
  /** True when the reader is the author, who may not decide about it. */
  own: z.boolean(),
})
export type AdminPost = z.output<typeof adminPost>

const adminComment = z.object({
  commentid: rowId,
  waktu: moment,
  memberid: rowId,
  membername: z.string(),
  msg: z.string(),
  /** Undecided reports. */
  laporan: z.int(),
  /** All reports, decided or not, newest first. */
  reports: z.array(reportRow),
  hiddenat: moment.nullable(),
  alasan: z.string().nullable(),
  removedat: moment.nullable(),
  own: z.boolean(),
})
export type AdminComment = z.output<typeof adminComment>

/** Maximum of reports and of comments in the detail view, newest first. Comments with undecided reports come first. */
export const adminPartsMax = 100
const adminDetail = adminPost.extend({ reports: z.array(reportRow), comments: z.array(adminComment) })
export type AdminPostDetail = z.output<typeof adminDetail>

/** Filter: reported or hidden posts; all posts without it. */
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
    summary: 'Posts of all members, the newest first; `before` for older ones',
    access: 'member',
    query: z.object(older(10)),
    data: streamOf(post),
  }),
  one: call('GET', '/api/v1/posts/{id}', {
    summary: 'A post',
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
    // An administrator posts for the platform.
    refuses: [...mayNotWrite, 'access.proof_needed', 'upload.unknown', 'not_found.post'],
  }),
  remove: call('DELETE', '/api/v1/posts/{id}', {
    summary: 'Take an own post away',
    access: 'member',
    secondFactor: 'admins',
    params: byId,
    done: 'Kiriman dihapus',
    refuses: ['not_found.post'],
  }),
  like: call('PUT', '/api/v1/posts/{id}/like', {
    summary: 'Like a post; once, however often it is said',
    access: 'member',
    limit: likes,
    params: byId,
    data: shownTo,
    refuses: [...mayNotWrite, 'not_found.post'],
  }),
  unlike: call('DELETE', '/api/v1/posts/{id}/like', {
    summary: 'Like a post no more',
    access: 'member',
    limit: likes,
    params: byId,
    data: shownTo,
    refuses: ['not_found.post'],
  }),
  comments: call('GET', '/api/v1/posts/{id}/comments', {
    summary: 'Comments of a post, the newest first; `before` for older ones',
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
    summary: 'Take an own comment away',
    access: 'member',
    secondFactor: 'admins',
    params: byComment,
    data: z.object({ totalcomment: z.int() }),
    done: 'Komentar dihapus',
    refuses: ['not_found.comment'],
  }),
  report: call('POST', '/api/v1/posts/{id}/report', {
    summary: "Report somebody else's post to the administrators; once",
    access: 'member',
    limit: reportsLimit,
    params: byId,
    body: reportBody,
    done: 'Laporan terkirim ke admin',
    refuses: ['not_found.post', 'post.own'],
  }),
  reportComment: call('POST', '/api/v1/posts/{id}/comments/{comment}/report', {
    summary: "Report somebody else's comment to the administrators; once",
    access: 'member',
    limit: reportsLimit,
    params: byComment,
    body: reportBody,
    done: 'Laporan terkirim ke admin',
    refuses: ['not_found.post', 'not_found.comment', 'comment.own'],
  }),

  adminList: call('GET', '/api/admin/v1/posts', {
    summary: 'Posts for moderation, the newest first',
    access: 'admin',
    aboutMembers: true,
    query: adminQuery,
    data: pageOf(adminPost),
  }),
  adminOne: call('GET', '/api/admin/v1/posts/{id}', {
    summary: 'A post with its reports and comments, also one that is hidden or was taken away',
    access: 'admin',
    aboutMembers: true,
    params: byId,
    data: adminDetail,
    refuses: ['not_found.post'],
  }),
  hide: call('PATCH', '/api/admin/v1/posts/{id}/hide', {
    summary: 'Hide a post from everybody but who wrote it, who is told why',
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
    summary: 'Leave a reported post as it is; its reports are decided',
    access: 'admin',
    stepUp: true,
    params: byId,
    body: why,
    data: adminPost,
    done: 'Laporan ditutup',
    refuses: ['not_found.post', 'post.own_decided', 'post.decided', 'post.removed'],
  }),
  hideComment: call('PATCH', '/api/admin/v1/posts/{id}/comments/{comment}/hide', {
    summary: 'Hide a comment from everybody but who wrote it, who is told why',
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
    summary: 'Leave a reported comment as it is; its reports are decided',
    access: 'admin',
    stepUp: true,
    params: byComment,
    body: why,
    data: adminPost,
    done: 'Laporan ditutup',
    refuses: ['not_found.comment', 'post.own_decided', 'post.decided', 'post.removed'],
  }),
}
