import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Json, startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'
import { chatOf } from '../../../../test/chat.ts'
import { feedOf } from '../../../../test/feeds.ts'

/** Members report posts and comments of others. Administrators hide them, restore them or dismiss the reports, with a reason. */
let app: TestApp
let admin: TestMember
let colleague: TestMember
let reader: TestMember
let writer: TestMember
beforeAll(async () => {
  app = await startTestApp({ DATABASE_POOL: '6' }, ['http'])
  admin = await app.member({ name: 'Ayu', roles: ['ROLE_ADMIN'], complete: true })
  colleague = await app.member({ name: 'Bima', roles: ['ROLE_ADMIN'], complete: true })
  reader = await app.member({ name: 'Toko Baca', complete: true })
  writer = await app.member({ name: 'Toko Tulis', complete: true })
  for (const name of ['feeds.postsPerHour', 'feeds.commentsPerMinute', 'feeds.reportsPerDay'] as const) await app.setting(name, 1_000)
})
afterAll(() => app?.stop())
const { call, post, feed, one, like, remove, comment, comments, removeComment, report, reportComment, decide, decideComment, waiting } =
  feedOf(() => app)
const { page, closePages } = chatOf(() => app)
afterEach(closePages)

const audited = async (subjectkind: string, subject: number): Promise<Json[]> =>
  (await call(admin, 'GET', `/api/admin/v1/audit?subjectkind=${subjectkind}&subject=${subject}`)).body.data.content
const rowOf = async (id: number, query?: string) => (await waiting(admin, query)).find((row) => row.id === id)
const comparable = (row: object) => JSON.stringify(row, null, 1)

test('a member can report a post once, administrators see the reports, and the writer sees the reason when the post is hidden', async () => {
  const id = await post(writer, 'Kirim PIN ke nomor ini, dijamin balik dua kali')
  await like(reader, id)
  await comment(reader, id, 'Penipu!')
  const other = await app.member({ name: 'Toko Lain', complete: true })
  for (const who of [reader, reader, other]) expect((await report(who, id, { reason: 'fraud', msg: 'Minta PIN' })).status).toBe(200)
  expect(await rowOf(id)).toMatchObject({ laporan: 2, membername: 'Toko Tulis', hiddenat: null, own: false })
  const detail = (await call(admin, 'GET', `/api/admin/v1/posts/${id}`)).body.data
  expect(detail.reports.map(({ membername, reason, msg }: Json) => [membername, reason, msg]).sort()).toEqual([
    ['Toko Baca', 'fraud', 'Minta PIN'],
    ['Toko Lain', 'fraud', 'Minta PIN'],
  ])
  expect(detail.comments).toMatchObject([{ msg: 'Penipu!', membername: 'Toko Baca' }])

  const mine = await page(writer)
  expect((await decide(admin, id, 'hide', 'Meminta PIN')).body).toMatchObject({
    msg: 'Kiriman disembunyikan',
    data: { laporan: 0, hiddenby: 'Ayu' },
  })
  await expect.poll(() => mine.of('kirimanberubah')).toEqual([{ postid: id }])
  expect((await feed(reader, '?size=50')).content.some(({ postid }: Json) => postid === id)).toBe(false)
  for (const answer of [one(reader, id), like(reader, id), comment(reader, id, 'Eh'), report(reader, id)])
    expect((await answer).status).toBe(404)
  const ownView = (await one(writer, id)).body.data
  expect(ownView).toMatchObject({ alasan: 'Meminta PIN', msg: '', image: null, comment: [], sendiri: 1 })
  expect((await feed(writer, '?size=50')).content.find(({ postid }: Json) => postid === id)).toEqual(ownView)
  expect(await rowOf(id)).toBeUndefined()
  expect(await rowOf(id, 'tahap=disembunyikan')).toMatchObject({ alasan: 'Meminta PIN' })

  expect((await decide(colleague, id, 'restore', 'Ternyata lelucon')).body.data).toMatchObject({ hiddenat: null, alasan: null })
  expect((await one(reader, id)).body.data).toMatchObject({ msg: expect.stringMatching(/^Kirim PIN/), totallike: 1, totalcomment: 1 })
  expect((await audited('post', id)).map(({ event, actorname, reason, after }) => [event, actorname, reason, after])).toEqual([
    ['post.restored', 'Bima', 'Ternyata lelucon', { member: Number(writer.id), reports: 0 }],
    ['post.hidden', 'Ayu', 'Meminta PIN', { member: Number(writer.id), reports: 2 }],
  ])
})

test('after a decision members that reported a post cannot report it again, but other members can', async () => {
  const id = await post(writer, 'Promo sampai besok')
  await report(reader, id, { reason: 'spam' })
  expect((await decide(admin, id, 'keep', 'Tidak melanggar')).status).toBe(200)
  expect((await audited('post', id))[0]).toMatchObject({ event: 'post.kept', after: { reports: 1 } })
  await report(reader, id, { reason: 'rude' })
  expect(await rowOf(id)).toBeUndefined()
  await report(colleague, id)
  expect(await rowOf(id)).toMatchObject({ laporan: 1 })
})

test('reports and decisions about them are published to administrators only', async () => {
  const id = await post(writer, 'Akan dilaporkan')
  const [adminPage, outside] = [await page(admin), await page(reader)]
  await report(reader, id)
  await expect.poll(() => adminPage.of('laporan').length).toBe(1)
  await decide(colleague, id, 'keep')
  await expect.poll(() => adminPage.of('laporan').length).toBe(2)
  expect(outside.of('laporan')).toEqual([])
})

test('a comment can be hidden and restored, and is counted only while it is visible to all members', async () => {
  const id = await post(writer, 'Silakan komentar')
  const commentId = (await comment(reader, id, 'Kata kasar')).body.data.comment.commentid
  const total = async () => (await one(writer, id)).body.data.totalcomment
  expect((await decideComment(admin, id, commentId, 'hide')).status).toBe(200)
  expect([await total(), (await comments(writer, id)).content]).toEqual([0, []])
  expect((await comments(reader, id)).content).toMatchObject([{ msg: '', alasan: 'Menyalahi aturan', sendiri: 1 }])
  expect((await decideComment(colleague, id, commentId, 'hide')).body.code).toBe('post.decided')
  expect((await decideComment(colleague, id, commentId, 'restore')).status).toBe(200)
  expect(await total()).toBe(1)
  await decideComment(admin, id, commentId, 'hide')
  expect((await removeComment(reader, id, commentId)).body.data).toEqual({ totalcomment: 0 })
  expect((await decideComment(admin, id, commentId, 'restore')).body.code).toBe('post.removed')
  expect((await audited('comment', commentId)).map(({ event }) => event)).toEqual(['comment.hidden', 'comment.restored', 'comment.hidden'])
  const elsewhere = await post(writer, 'Kiriman lain')
  expect((await decideComment(admin, elsewhere, commentId, 'hide')).body.code).toBe('not_found.comment')
})

test('a reported comment is listed with its post until its reports are decided or the comment is removed', async () => {
  const id = await post(writer, 'Tempat yang tenang')
  const commentId = (await comment(reader, id, 'Klik tautan ini')).body.data.comment.commentid
  const other = await app.member({ name: 'Toko Lapor', complete: true })
  for (const who of [writer, writer, other])
    expect((await reportComment(who, id, commentId, { reason: 'fraud', msg: 'Tautan palsu' })).body.msg).toBe('Laporan terkirim ke admin')
  expect(await rowOf(id)).toMatchObject({ laporan: 0, laporankomentar: 2 })
  const detail = async () => (await call(admin, 'GET', `/api/admin/v1/posts/${id}`)).body.data
  const [reported] = (await detail()).comments
  expect(reported).toMatchObject({ commentid: commentId, laporan: 2 })
  expect(reported.reports.map(({ membername, reason, msg }: Json) => [membername, reason, msg]).sort()).toEqual([
    ['Toko Lapor', 'fraud', 'Tautan palsu'],
    ['Toko Tulis', 'fraud', 'Tautan palsu'],
  ])
  // `keep` for the post is refused, because only its comment was reported.
  expect((await decide(colleague, id, 'keep')).body.code).toBe('post.decided')
  expect((await decideComment(colleague, id, commentId, 'keep')).body.msg).toBe('Laporan ditutup')
  expect(await rowOf(id)).toBeUndefined()
  expect((await decideComment(admin, id, commentId, 'keep')).body.code).toBe('post.decided')
  expect((await one(reader, id)).body.data).toMatchObject({ totalcomment: 1, comment: [{ msg: 'Klik tautan ini' }] })
  await reportComment(admin, id, commentId)
  expect((await decideComment(colleague, id, commentId, 'hide')).status).toBe(200)
  expect(await detail()).toMatchObject({ laporankomentar: 0, comments: [{ laporan: 0, alasan: 'Menyalahi aturan' }] })
  const after = { member: Number(reader.id), post: id }
  expect((await audited('comment', commentId)).map(({ event, after }) => [event, after])).toEqual([
    ['comment.hidden', { ...after, reports: 1 }],
    ['comment.kept', { ...after, reports: 2 }],
  ])

  // A report about a comment stays open after a decision about the post of that comment.
  const left = (await comment(reader, id, 'Klik lagi')).body.data.comment.commentid
  await reportComment(writer, id, left)
  await report(other, id)
  expect(await rowOf(id)).toMatchObject({ laporan: 1, laporankomentar: 1 })
  await decide(colleague, id, 'keep')
  expect(await rowOf(id)).toMatchObject({ laporan: 0, laporankomentar: 1 })
  await decideComment(colleague, id, left, 'keep')

  const second = (await comment(reader, id, 'Klik yang ini')).body.data.comment.commentid
  await reportComment(writer, id, second)
  expect(await rowOf(id)).toMatchObject({ laporankomentar: 1 })
  await removeComment(reader, id, second)
  expect(await rowOf(id)).toBeUndefined()
})

test('a comment cannot be reported by its writer, or if it is hidden, removed, of a blocked member or of another post', async () => {
  const [id, elsewhere] = [await post(writer, 'Di sini'), await post(writer, 'Di sana')]
  const blocked = await app.member({ name: 'Toko Tutup', complete: true })
  const say = async (who: TestMember) => (await comment(who, id, 'Begini')).body.data.comment.commentid
  const [own, hidden, removed, ofBlocked] = [await say(reader), await say(writer), await say(writer), await say(blocked)]
  expect((await reportComment(reader, id, own)).body.code).toBe('comment.own')
  await decideComment(admin, id, hidden, 'hide')
  await removeComment(writer, id, removed)
  await sql`update member set status = 0 where id = ${blocked.id}`.execute(app.tables)
  for (const [place, commentId] of [
    [id, hidden],
    [id, removed],
    [id, ofBlocked],
    [elsewhere, own],
    [id, 999_999],
  ])
    expect((await reportComment(reader, place ?? 0, commentId)).body.code).toBe('not_found.comment')
  await decide(admin, id, 'hide')
  expect((await reportComment(writer, id, own)).body.code).toBe('not_found.post')
  expect((await reportComment(writer, id, own, {})).status).toBe(400)
})

test('concurrent reports, decisions and removals do not leave an open report behind', async () => {
  const id = await post(writer, 'Hitung laporan')
  for (let round = 0; round < 8; round += 1) {
    const commentId = (await comment(reader, id, `Lapor ${round}`)).body.data.comment.commentid
    await Promise.all([
      reportComment(writer, id, commentId),
      reportComment(admin, id, commentId),
      decideComment(colleague, id, commentId, 'hide'),
      removeComment(reader, id, commentId),
    ])
    const { rows } = await sql`
      select comment_report_count - (select sum(report_count) from post_comment where post_id = post.id) as beside, report_count,
        (select report_count from post_comment where id = ${commentId}) as waiting from post where id = ${id}`.execute(app.tables)
    expect(rows).toEqual([{ beside: 0n, report_count: 0, waiting: 0 }])
  }
})

test('the writer of a hidden or restored post or comment is notified with the reason, but is not notified of dismissed reports', async () => {
  const who = await app.member({ name: 'Toko Dimoderasi', complete: true })
  const notifications = async () => {
    const { content } = (await call(who, 'GET', '/api/v1/notifications')).body.data
    return content.map(({ jenis, judul, teks, tautan, jml }: Json) => [jenis, judul, teks, tautan, jml])
  }
  const id = await post(who, 'Kiriman saya')
  const commentId = (await comment(who, id, 'Komentar saya')).body.data.comment.commentid
  await report(reader, id)
  await decide(admin, id, 'keep')
  await reportComment(reader, id, commentId)
  await decideComment(admin, id, commentId, 'keep')
  expect(await notifications()).toEqual([])
  await decideComment(admin, id, commentId, 'hide')
  await decide(admin, id, 'hide', 'Meminta PIN')
  await decide(colleague, id, 'restore', 'Keliru')
  expect(await notifications()).toEqual([
    ['moderation', 'Kiriman Anda ditampilkan lagi', 'Semua member bisa membacanya lagi.', '/feeds', 2],
    ['moderation', 'Komentar Anda disembunyikan', 'Alasan admin: Menyalahi aturan', '/feeds', 1],
  ])
})

test('administrators cannot decide about their own posts, members cannot report their own posts, and a valid reason is required', async () => {
  const own = await post(admin, 'Kiriman saya')
  const commentId = (await comment(admin, own, 'Komentar saya')).body.data.comment.commentid
  await report(reader, own)
  for (const decision of ['hide', 'keep', 'restore']) expect((await decide(admin, own, decision)).body.code).toBe('post.own_decided')
  expect((await decideComment(admin, own, commentId, 'hide')).body.code).toBe('post.own_decided')
  expect(await rowOf(own)).toMatchObject({ own: true, laporan: 1 })
  expect((await report(admin, own)).body.code).toBe('post.own')
  for (const reason of ['', '  ', undefined, 'x'.repeat(301)])
    expect((await call(colleague, 'PATCH', `/api/admin/v1/posts/${own}/hide`, { reason })).status).toBe(400)
  for (const body of [{}, { reason: 'lain' }, { reason: 'spam', msg: '\u3164' }, { reason: 'spam', msg: 'x'.repeat(501) }])
    expect((await report(reader, own, body)).status).toBe(400)
  expect((await decide(colleague, 999_999, 'hide')).body.code).toBe('not_found.post')
  expect((await decide(colleague, own, 'hide')).status).toBe(200)
  expect((await decide(colleague, own, 'keep')).body.code).toBe('post.decided')
})

test('one of several concurrent decisions succeeds, and each successful decision is audited once', async () => {
  for (let round = 0; round < 5; round += 1) {
    const id = await post(writer, `Rebutan ${round}`)
    await report(reader, id)
    const answers = await Promise.all([
      decide(admin, id, 'hide'),
      decide(colleague, id, 'hide'),
      decide(admin, id, 'keep'),
      decide(colleague, id, 'keep'),
    ])
    const done = answers.filter(({ status }) => status === 200)
    // A post can still be hidden after its reports were dismissed, so more than one decision may succeed.
    expect(done.length).toBeGreaterThanOrEqual(1)
    for (const { status, body } of answers) expect(status === 200 || body.code === 'post.decided').toBe(true)
    expect(await audited('post', id)).toHaveLength(done.length)
  }
})

test('a concurrent removal and hiding of a post both get correct answers', async () => {
  for (let round = 0; round < 8; round += 1) {
    const id = await post(writer, `Balapan ${round}`)
    await report(reader, id)
    const [hidden, removed] = await Promise.all([decide(admin, id, 'hide'), remove(writer, id)])
    expect(removed.status).toBe(200)
    expect(hidden.status === 200 || hidden.body.code === 'post.removed', comparable(hidden.body)).toBe(true)
    const row = (await call(admin, 'GET', `/api/admin/v1/posts/${id}`)).body.data
    expect([row.removedat !== null, row.hiddenat !== null, row.msg]).toEqual([true, hidden.status === 200, `Balapan ${round}`])
    expect(await audited('post', id)).toHaveLength(hidden.status === 200 ? 1 : 0)
    expect((await one(writer, id)).status).toBe(404)
    for (const decision of ['hide', 'restore', 'keep']) expect((await decide(colleague, id, decision)).body.code).toBe('post.removed')
    expect(await rowOf(id)).toBeUndefined()
  }
})

test('a comment that is hidden and removed concurrently is subtracted from the counter once', async () => {
  const id = await post(writer, 'Hitung komentar')
  for (let round = 0; round < 8; round += 1) {
    const commentId = (await comment(reader, id, `Balapan ${round}`)).body.data.comment.commentid
    await Promise.all([decideComment(admin, id, commentId, 'hide'), removeComment(reader, id, commentId)])
    const { rows } = await sql<{ comment_count: number }>`select comment_count from post where id = ${id}`.execute(app.tables)
    expect(rows[0]?.comment_count).toBe(0)
  }
})
