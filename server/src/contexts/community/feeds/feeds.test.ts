import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Json, startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'
import { chatOf } from '../../../../test/chat.ts'
import { feedOf } from '../../../../test/feeds.ts'
import { steppedUpAgo } from '../../../../test/step-up.ts'
import { purgeRemoved } from './purge.ts'

/** Posts of members with likes and comments: permissions, order and correct counts. */
let app: TestApp
let admin: TestMember
beforeAll(async () => {
  app = await startTestApp({ DATABASE_POOL: '6' }, ['http'])
  admin = await app.member({ name: 'Ayu', roles: ['ROLE_ADMIN'], complete: true })
  for (const name of ['feeds.postsPerHour', 'feeds.commentsPerMinute', 'feeds.likesPerMinute', 'feeds.reportsPerDay'] as const)
    await app.setting(name, 1_000)
})
afterAll(() => app?.stop())
const { call, write, post, feed, one, remove, like, unlike, comment, comments, removeComment } = feedOf(() => app)
const { page, closePages } = chatOf(() => app)
afterEach(closePages)

const member = (name: string) => app.member({ name, complete: true })
const picture = async ({ id }: TestMember) => {
  const name = `${randomUUID().replaceAll('-', '')}.webp`
  await app.tables.insertInto('upload').values({ name, owner_id: id, private: false, bytes: 1, width: 1, height: 1 }).execute()
  return `/public/images/${name}`
}
/** The counters of a post, and the numbers of rows that they must equal. */
async function counted(id: number) {
  const { rows } = await sql<Record<string, number>>`
    select like_count, (select count(*) from post_like where post_id = post.id)::integer as likes, comment_count,
      (select count(*) from post_comment where post_id = post.id and removed_at is null and hidden_at is null)::integer as comments
    from post where id = ${id}`.execute(app.tables)
  return rows[0]
}

test('a post has postid, waktu, member (id, name, avatar), msg, totallike, totalcomment and comment, and readers see whether they like it [B-ENT-43, B-RT-74, B-OPEN-55]', async () => {
  const [writer, reader] = [await member('Toko Melati'), await member('Konter Dahlia')]
  const image = await picture(writer)
  const written = await write(writer, { msg: 'Stok PLN masuk lagi.\nSilakan pesan.', image })
  const shown = {
    postid: expect.any(Number),
    waktu: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    member: { id: Number(writer.id), name: 'Toko Melati', avatar: null, resmi: 0 },
    msg: 'Stok PLN masuk lagi.\nSilakan pesan.',
    image,
    totallike: 0,
    totalcomment: 0,
    comment: [],
    suka: 0,
    sendiri: 1,
    alasan: null,
  }
  expect(written).toMatchObject({ status: 200, body: { msg: 'Kiriman diterbitkan' } })
  expect(written.body.data).toEqual(shown)
  const { postid } = written.body.data
  expect((await like(reader, postid)).body.data).toEqual({ totallike: 1, suka: 1 })
  const answered = await comment(reader, postid, 'Masih ada?')
  const expectedComment = {
    commentid: expect.any(Number),
    waktu: expect.any(String),
    member: { id: Number(reader.id), name: 'Konter Dahlia', avatar: null, resmi: 0 },
    msg: 'Masih ada?',
    sendiri: 1,
    alasan: null,
  }
  expect(answered.body).toMatchObject({ msg: 'Komentar terkirim', data: { comment: expectedComment, totalcomment: 1 } })
  const seen = { ...shown, sendiri: 0, totallike: 1, totalcomment: 1, suka: 1, comment: [expectedComment] }
  expect((await feed(reader)).content[0]).toEqual(seen)
  expect((await one(reader, postid)).body.data).toEqual(seen)
  expect((await feed(writer)).content[0]).toMatchObject({ suka: 0, sendiri: 1, comment: [{ sendiri: 0 }] })
})

test('older posts are returned in pages without duplicates or gaps while new posts are written', async () => {
  const writer = await member('Toko Kenanga')
  const ids: number[] = []
  for (let nth = 0; nth < 7; nth += 1) ids.unshift(await post(writer, `Kiriman nomor ${nth}`))
  const first = await feed(writer, '?size=3')
  expect(first).toMatchObject({ content: ids.slice(0, 3).map((postid) => ({ postid })), next: ids[2] })
  await post(writer, 'Datang sementara itu')
  await remove(writer, ids[2] as number)
  const second = await feed(writer, `?size=3&before=${first.next}`)
  expect(second.content.map(({ postid }: Json) => postid)).toEqual(ids.slice(3, 6))
  expect((await feed(writer, `?size=3&before=${(await feed(writer, '?size=50')).content.at(-1).postid}`)).next).toBeNull()
  for (const wrong of ['?size=0', '?size=51', '?before=x', '?before=-1'])
    expect((await call(writer, 'GET', `/api/v1/posts${wrong}`)).status, wrong).toBe(400)
})

test('a post is returned with its newest comments, and all comments are returned in pages', async () => {
  const writer = await member('Toko Mawar')
  const id = await post(writer, 'Siapa mau promo?')
  for (let nth = 1; nth <= 5; nth += 1) await comment(writer, id, `Komentar ${nth}`)
  const [top] = (await feed(writer)).content
  expect(top).toMatchObject({ totalcomment: 5, comment: [{ msg: 'Komentar 4' }, { msg: 'Komentar 5' }] })
  const first = await comments(writer, id, '?size=3')
  expect(first.content.map(({ msg }: Json) => msg)).toEqual(['Komentar 5', 'Komentar 4', 'Komentar 3'])
  const second = await comments(writer, id, `?size=3&before=${first.next}`)
  expect(second).toMatchObject({ content: [{ msg: 'Komentar 2' }, { msg: 'Komentar 1' }], next: null })
})

test('a member cannot write, like or comment if it is blocked or has not completed the account or accepted the terms', async () => {
  const writer = await member('Toko Anggrek')
  const id = await post(writer, 'Halo semua')
  const incomplete = await app.member()
  const without = await member('Belum Setuju')
  await sql`delete from terms_acceptance where member_id = ${without.id}`.execute(app.tables)
  const attempts = (who: TestMember) => [write(who, { msg: 'Halo' }), like(who, id), comment(who, id, 'Halo')]
  for (const { status, body } of await Promise.all(attempts(incomplete))) expect([status, body.code]).toEqual([422, 'account.incomplete'])
  expect((await feed(incomplete)).content.length).toBeGreaterThan(0)
  for (const { status, body } of await Promise.all(attempts(without))) expect([status, body.code]).toEqual([422, 'account.terms_needed'])
  await sql`update member set status = 0 where id = ${without.id}`.execute(app.tables)
  for (const { status } of await Promise.all(attempts(without))) expect(status).toBe(401)
  expect(await counted(id)).toMatchObject({ like_count: 0, likes: 0, comments: 0 })
})

test('an invisible or too long text, or a picture of another member, is refused and not stored', async () => {
  const [writer, other] = [await member('Toko Teratai'), await member('Toko Lain')]
  const id = await post(writer, 'Ada')
  const unseen = [
    '',
    '   ',
    '\u200b\u200c\u200d',
    '\u3164',
    '\u2800\u2800',
    '\u{e0041}\u{e007f}',
    '\u2060\u2061',
    '\ufe0f\ufe0e',
    '\u{e0100}',
    '\u202e\u200f',
    '\u115f\u1160\uffa0',
    '\u034f\u180e\u00ad\ufeff',
    '\u{1d159}',
    '\ufffc',
    '\u0301',
    '\n\u3164\n',
  ]
  for (const msg of [...unseen, 'x'.repeat(2001), 'a\u0000b', '\ud800', 5, null]) {
    expect((await write(writer, { msg })).status, JSON.stringify(msg)).toBe(400)
    expect((await comment(writer, id, msg as string)).status, JSON.stringify(msg)).toBe(400)
  }
  expect((await comment(writer, id, 'x'.repeat(501))).status).toBe(400)
  const own = await picture(writer)
  for (const msg of ['\u3164', '\u200b']) expect((await write(writer, { msg, image: own })).status).toBe(400)
  for (const image of [
    await picture(other),
    '/public/images/tidak-ada.webp',
    'https://contoh.id/x.webp',
    '//contoh.id/x.webp',
    'javascript:1',
  ])
    expect((await write(writer, { msg: 'Gambar', image })).body.code, image).toBe('upload.unknown')
  expect(await counted(id)).toMatchObject({ comment_count: 0, comments: 0 })
  expect((await feed(writer)).content[0].postid).toBe(id)
  expect((await write(writer, { msg: '', image: own })).body.data).toMatchObject({ msg: '', image: own })
  for (const msg of ['👍', '1️⃣', '…', 'ok']) expect((await write(writer, { msg })).body.data.msg).toBe(msg)
  expect((await write(writer, { msg: 'bayar\u202e 0001' })).body.data.msg).toBe('bayar 0001')
})

test('a post or comment sent several times with one client id is stored once per member, also concurrently', async () => {
  const [writer, thief] = [await member('Toko Sekali'), await member('Toko Dua')]
  const clientid = randomUUID()
  const posts = await Promise.all(Array.from({ length: 6 }, () => write(writer, { msg: 'Sekali', clientid })))
  expect(new Set(posts.map(({ body }) => body.data.postid)).size).toBe(1)
  const id = posts[0]?.body.data.postid
  const commented = await Promise.all(Array.from({ length: 6 }, () => comment(writer, id, 'Sekali', { clientid })))
  expect(new Set(commented.map(({ body }) => body.data.comment.commentid)).size).toBe(1)
  expect(await counted(id)).toMatchObject({ comment_count: 1, comments: 1 })
  expect((await write(thief, { msg: 'Lain', clientid })).body.data).toMatchObject({ msg: 'Lain', member: { id: Number(thief.id) } })
  expect((await comment(thief, id, 'Lain', { clientid })).body.data.totalcomment).toBe(2)
  await removeComment(writer, id, commented[0]?.body.data.comment.commentid)
  expect((await comment(writer, id, 'Sekali', { clientid })).body.code).toBe('not_found.comment')
  await remove(writer, id)
  expect((await write(writer, { msg: 'Sekali', clientid })).body.code).toBe('not_found.post')
  expect((await write(writer, { msg: 'x', clientid: 'nama' })).status).toBe(400)
})

test('the counters of likes and comments match their rows after many concurrent changes', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, (_, nth) => member(`Pembaca ${nth}`)))
  const [writer] = people as [TestMember]
  const id = await post(writer, 'Siapa setuju?')
  const each = people.flatMap((who) => [like(who, id), like(who, id), comment(who, id, 'Setuju'), unlike(who, id), like(who, id)])
  const answers = await Promise.all(each)
  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  const after = (await counted(id)) as Record<string, number>
  expect([after.like_count, after.comment_count]).toEqual([after.likes, 8])
  await Promise.all(people.flatMap((who) => [like(who, id), like(who, id)]))
  expect(await counted(id)).toMatchObject({ like_count: 8, likes: 8 })
  const listed = (await comments(writer, id, '?size=50')).content
  await Promise.all(people.flatMap((who) => listed.map(({ commentid }: Json) => removeComment(who, id, commentid))))
  expect(await counted(id)).toMatchObject({ comment_count: 0, comments: 0 })
  await Promise.all(people.flatMap((who) => [unlike(who, id), unlike(who, id), unlike(who, id)]))
  expect(await counted(id)).toMatchObject({ like_count: 0, likes: 0 })
})

test('a writer can remove its post, which then cannot be liked, commented on, reported or read', async () => {
  const [writer, other] = [await member('Toko Pamit'), await member('Toko Tetangga')]
  const id = await post(writer, 'Sebentar saja')
  const commentId = (await comment(other, id, 'Oke')).body.data.comment.commentid
  expect((await remove(other, id)).body.code).toBe('not_found.post')
  expect((await removeComment(writer, id, commentId)).body.code).toBe('not_found.comment')
  expect(await remove(writer, id)).toMatchObject({ status: 200, body: { msg: 'Kiriman dihapus' } })
  expect((await remove(writer, id)).body.code).toBe('not_found.post')
  const late = [
    like(other, id),
    unlike(other, id),
    comment(other, id, 'Eh'),
    one(writer, id),
    call(other, 'GET', `/api/v1/posts/${id}/comments`),
  ]
  for (const { status, body } of await Promise.all([...late, call(other, 'POST', `/api/v1/posts/${id}/report`, { reason: 'spam' })]))
    expect([status, body.code]).toEqual([404, 'not_found.post'])
  expect((await feed(writer)).content.some(({ postid }: Json) => postid === id)).toBe(false)
  expect(await counted(id)).toMatchObject({ like_count: 0, likes: 0 })
})

test('a like during the removal of its post is either counted before the removal or refused', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, (_, nth) => member(`Cepat ${nth}`)))
  const [writer] = people as [TestMember]
  for (let round = 0; round < 5; round += 1) {
    const id = await post(writer, `Putaran ${round}`)
    const [, ...likes] = await Promise.all([remove(writer, id), ...people.map((who) => like(who, id))])
    const liked = likes.filter(({ status }) => status === 200).length
    for (const { status } of likes) expect([200, 404]).toContain(status)
    expect(await counted(id)).toMatchObject({ like_count: liked, likes: liked })
  }
})

test('posts of a blocked member are not shown, and its comments are shown without their text', async () => {
  const [writer, blocked] = [await member('Toko Jujur'), await member('Toko Nakal')]
  const theirs = await post(blocked, 'Transfer ke sini')
  const id = await post(writer, 'Hati-hati')
  await comment(blocked, id, 'Transfer ke sini')
  await sql`update member set status = 0 where id = ${blocked.id}`.execute(app.tables)
  expect((await feed(writer, '?size=50')).content.some(({ postid }: Json) => postid === theirs)).toBe(false)
  for (const answer of [one(writer, theirs), like(writer, theirs), comment(writer, theirs, 'Halo')]) expect((await answer).status).toBe(404)
  expect((await one(writer, id)).body.data).toMatchObject({ totalcomment: 1, comment: [{ msg: '', alasan: 'Akun penulisnya ditutup' }] })
})

test('open pages receive new posts in batches within a second, but not posts of repeated requests', async () => {
  const [writer, reader] = [await member('Toko Kabar'), await member('Toko Simak')]
  const reading = await page(reader)
  const clientid = randomUUID()
  const ids = [await post(writer, 'Kabar pertama', { clientid }), await post(writer, 'Kabar kedua')]
  await write(writer, { msg: 'Kabar pertama', clientid })
  const heard = () => reading.of('kiriman').flatMap(({ postid }) => postid)
  await expect.poll(() => heard().length).toBeGreaterThanOrEqual(2)
  const last = await post(writer, 'Kabar ketiga')
  await expect.poll(heard).toContain(last)
  expect(heard().filter((id) => ids.includes(id) || id === last)).toEqual([...ids, last])
})

test('open pages are informed of removed, hidden and restored posts, but not of reported posts', async () => {
  const [writer, reader] = [await member('Toko Salah'), await member('Toko Diam')]
  const [taken, hidden, kept] = [await post(writer, 'Salah harga'), await post(writer, 'Kirim PIN'), await post(writer, 'Benar')]
  const reading = await page(reader)
  await call(reader, 'POST', `/api/v1/posts/${kept}/report`, { reason: 'spam' })
  await remove(writer, taken)
  expect((await call(admin, 'PATCH', `/api/admin/v1/posts/${hidden}/hide`, { reason: 'Meminta PIN' })).status).toBe(200)
  expect((await call(admin, 'PATCH', `/api/admin/v1/posts/${kept}/keep`, { reason: 'Tidak apa-apa' })).status).toBe(200)
  const heard = () => reading.of('kirimanhilang').flatMap(({ postid }) => postid)
  await expect.poll(() => heard().length).toBeGreaterThanOrEqual(2)
  const last = await post(writer, 'Salah lagi')
  await remove(writer, last)
  await expect.poll(heard).toEqual([taken, hidden, last])
  expect((await call(admin, 'PATCH', `/api/admin/v1/posts/${hidden}/restore`, { reason: 'Salah paham' })).status).toBe(200)
  await expect.poll(() => reading.of('kirimankembali')).toEqual([{ postid: [hidden] }])
})

test('removed posts and comments are kept for some days and then deleted with all rows that belong to them', async () => {
  const [writer, other] = [await member('Toko Lama'), await member('Toko Baru')]
  const [old, young, kept] = [await post(writer, 'Lama'), await post(writer, 'Baru'), await post(writer, 'Tetap')]
  await like(other, old)
  await comment(other, old, 'Komentar')
  await call(other, 'POST', `/api/v1/posts/${old}/report`, { reason: 'spam' })
  const commentId = (await comment(other, kept, 'Dihapus')).body.data.comment.commentid
  for (const id of [old, young]) await remove(writer, id)
  await removeComment(other, kept, commentId)
  await sql`update post set removed_at = now() - interval '31 days' where id = ${old}`.execute(app.tables)
  await sql`update post_comment set removed_at = now() - interval '31 days' where id = ${commentId}`.execute(app.tables)
  await purgeRemoved({ db: app.db, settings: { get: () => 30 } as never })
  const left = async (table: 'post_like' | 'post_report' | 'post_comment') =>
    (
      await app.tables
        .selectFrom(table)
        .select('post_id')
        .where('post_id', 'in', [BigInt(old), BigInt(kept)])
        .execute()
    ).length
  expect(await Promise.all([left('post_like'), left('post_report'), left('post_comment')])).toEqual([0, 0, 0])
  const posts = await app.tables.selectFrom('post').select('id').where('id', 'in', [old, young, kept].map(BigInt)).orderBy('id').execute()
  expect(posts.map(({ id }) => Number(id))).toEqual([young, kept])
})

test('a post is written for the platform if its writer has the administrator role, whatever the name of the writer', async () => {
  const reader = await member('Toko Biasa')
  const id = await post(admin, 'Pemeliharaan malam ini')
  const platformComment = (await comment(admin, id, 'Mulai pukul 23')).body.data.comment
  expect((await one(reader, id)).body.data).toMatchObject({ member: { name: 'Ayu', resmi: 1 }, comment: [{ member: { resmi: 1 } }] })
  expect(platformComment.member.resmi).toBe(1)
})

test('an administrator writes for the platform only after step-up authentication, and each post and comment is audited', async () => {
  const official = await app.member({ name: 'Sari', roles: ['ROLE_ADMIN'], complete: true })
  const id = await post(await member('Toko Anyelir'), 'Stok baru')
  await steppedUpAgo(app, official, 11)
  const refused = { status: 422, body: { code: 'access.proof_needed' } }
  expect(await write(official, { msg: 'Kirim ulang PIN Anda' })).toMatchObject(refused)
  expect(await comment(official, id, 'Kirim ulang PIN Anda')).toMatchObject(refused)
  await steppedUpAgo(app, official, 1)
  const { postid } = (await write(official, { msg: 'Lapak libur hari Senin' })).body.data
  const platformComment = (await comment(official, id, 'Terima kasih')).body.data.comment
  const rows = await app.db.read
    .selectFrom('audit')
    .select(['event', 'subject', 'after'])
    .where('actor_id', '=', official.id)
    .where('event', 'like', '%.published')
    .orderBy('id')
    .execute()
  expect(rows).toEqual([
    { event: 'post.published', subject: String(postid), after: {} },
    { event: 'comment.published', subject: String(platformComment.commentid), after: { post: id } },
  ])
})

test('a member that is not an administrator writes without step-up authentication and without an audit entry', async () => {
  const plain = await member('Toko Kenanga')
  await steppedUpAgo(app, plain, 11)
  expect((await write(plain, { msg: 'Stok baru' })).status).toBe(200)
  expect(
    await app.db.read.selectFrom('audit').select('event').where('actor_id', '=', plain.id).where('event', 'like', 'post.%').execute(),
  ).toEqual([])
})
