import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Json, TestMember } from '../../../../test/app.ts'
import { chatOf } from '../../../../test/chat.ts'
import { startMarket, type TestMarket } from '../../../../test/market.ts'

/** Messages between members, and between members and the platform: permissions, order, and storage exactly once. */
let market: TestMarket
let seller: TestMember
let admin: TestMember
let offerId: bigint
beforeAll(async () => {
  market = await startMarket({ DATABASE_POOL: '4' })
  seller = (await market.addSeller()).seller
  admin = await market.app.member({ name: 'Ayu', roles: ['ROLE_ADMIN'] })
  offerId = await market.app.offer({ seller, product: await market.app.product({ code: 'S10' }), price: 10_000n })
  await market.app.setting('chat.messagesPerMinute', 1_000)
})
afterAll(() => market?.stop())

const { call, write, chats, unread, messages, markRead, page, closePages } = chatOf(() => market.app)
afterEach(closePages)
const toSeller = (who: TestMember, msg = 'Apakah stok S10 ada?', more: object = {}) =>
  write(who, { touser: Number(seller.id), msg, ...more })

test('a buyer writes to a seller, and the seller sees the message as unread, reads it and answers [B-API-74, B-API-75, B-API-76, B-API-77, B-ENT-40, B-ENT-41, B-ENT-42, B-ROLE-13]', async () => {
  const buyer = await market.app.member({ name: 'Toko Melati' })
  const sent = await write(buyer, { touser: { memberid: Number(seller.id), membername: seller.name, avatar: '' }, msg: 'Apakah stok ada?' })
  const message = {
    groupid: expect.any(Number),
    id: 1,
    from: Number(buyer.id),
    fromname: 'Toko Melati',
    sendiri: 1,
    msg: 'Apakah stok ada?',
    image: null,
    waktu: expect.stringMatching(/^\d\d[.:]\d\d$/),
    createat: expect.any(String),
    clientid: expect.any(String),
    trx: null,
  }
  expect(sent).toMatchObject({ status: 200, body: { msg: 'Pesan Terkirim', data: message } })
  const { groupid } = sent.body.data
  expect(await chats(seller)).toContainEqual({
    groupid,
    userb: {
      member: { memberid: Number(buyer.id), membername: 'Toko Melati', memberavatar: null, online: 1, lastactive: expect.any(String) },
    },
    msg: 'Apakah stok ada?',
    updateat: expect.any(String),
    dibaca: 0,
    untukuser: Number(seller.id),
    belumdibaca: 1,
  })
  expect(await unread(seller)).toBe(1)
  expect(await messages(seller, groupid, '&sort=createat,ASC')).toMatchObject({
    content: [{ ...message, sendiri: 0 }],
    totalElements: 1,
    dibacasampai: 1,
    userb: { membername: 'Toko Melati' },
  })
  expect((await markRead(seller, groupid)).body.data).toEqual({ belumdibaca: 0 })
  expect(await chats(buyer)).toMatchObject([{ groupid, dibaca: 1, untukuser: Number(seller.id), belumdibaca: 0 }])
  expect((await write(seller, { groupid, msg: 'Ada, silakan' })).body.data).toMatchObject({ id: 2, groupid })
  expect((await messages(buyer, groupid)).content.map(({ msg }: Json) => msg)).toEqual(['Ada, silakan', 'Apakah stok ada?'])
  expect(await unread(buyer)).toBe(1)
  // The recipient can also be given in the field `to`, together with an empty picture field.
  const other = (await market.addSeller()).seller
  const begun = await write(buyer, { groupid: null, to: Number(other.id), image: '', msg: 'Halo juga' })
  expect(begun).toMatchObject({ status: 200, body: { data: { id: 1, image: null, msg: 'Halo juga' } } })
  expect(begun.body.data.groupid).not.toBe(groupid)
  const again = { groupid: begun.body.data.groupid, to: Number(other.id), image: '', msg: 'Masih di sini' }
  expect((await write(buyer, again)).body.data).toMatchObject({ id: 2, groupid: again.groupid })
})

test('a text shorter than two or longer than 2000 characters is refused and not stored [B-VAL-39]', async () => {
  const buyer = await market.app.member()
  for (const wrong of ['', ' ', 'x', ' x ', '\u202e\u200fx', 'x'.repeat(2001), 'a\u0000b', 5, null])
    expect((await toSeller(buyer, wrong as string)).status, JSON.stringify(wrong)).toBe(400)
  expect((await write(buyer, { msg: 'Kepada siapa' })).body.errors).toEqual({ touser: 'Pilih penerima' })
  expect(await chats(buyer)).toEqual([])
  expect((await toSeller(buyer, 'ok')).status).toBe(200)
  const turned = await toSeller(buyer, 'bayar\u202e 0001')
  expect(turned.body.data.msg).toBe('bayar 0001')
})

test('a message that is sent several times with the same client id is stored once, also concurrently', async () => {
  const buyer = await market.app.member()
  const clientid = randomUUID()
  const answers = await Promise.all(Array.from({ length: 8 }, () => toSeller(buyer, 'Sekali saja', { clientid })))
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect(new Set(answers.map(({ body }) => `${body.data.groupid}/${body.data.id}`)).size).toBe(1)
  expect((await messages(buyer, answers[0]?.body.data.groupid)).totalElements).toBe(1)
})

test('concurrent first messages of both sides create one conversation with gapless message numbers', async () => {
  const other = (await market.addSeller()).seller
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, nth) =>
      nth % 2
        ? write(seller, { touser: Number(other.id), msg: `dari sini ${nth}` })
        : write(other, { touser: Number(seller.id), msg: `dari sana ${nth}` }),
    ),
  )
  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  expect(new Set(answers.map(({ body }) => body.data.groupid)).size).toBe(1)
  expect(answers.map(({ body }) => body.data.id).sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, nth) => nth + 1))
})

test('a message that arrives while the member reads stays unread, and a read mark never moves back', async () => {
  const buyer = await market.app.member()
  const { groupid } = (await toSeller(buyer, 'satu')).body.data
  for (const msg of ['dua', 'tiga']) await write(buyer, { groupid, msg })
  const before = await unread(seller)
  await markRead(seller, groupid, { sampai: 2 })
  expect(await unread(seller)).toBe(before - 2)
  await markRead(seller, groupid, { sampai: 1 })
  expect(await unread(seller)).toBe(before - 2)
  await markRead(seller, groupid, { sampai: 99 })
  expect(await unread(seller)).toBe(before - 3)
})

test('messages before or after a message number are returned in pages, in the requested order [B-API-75]', async () => {
  const buyer = await market.app.member()
  const { groupid } = (await toSeller(buyer, 'nomor 1')).body.data
  for (let nth = 2; nth <= 7; nth += 1) await write(buyer, { groupid, msg: `nomor ${nth}` })
  const ids = async (query: string) => (await messages(seller, groupid, query)).content.map(({ id }: Json) => id)
  expect(await ids('&size=3')).toEqual([7, 6, 5])
  expect(await ids('&size=3&before=5')).toEqual([4, 3, 2])
  expect(await ids('&after=5&sort=createat,ASC')).toEqual([6, 7])
  expect((await call(seller, 'GET', `/api/messanger/v1/messages?groupid=${groupid}&before=x`)).status).toBe(400)
})

test('a member cannot read, mark or write to conversations of others, and cannot find unrelated members by their numbers', async () => {
  const [buyer, outsider] = [await market.app.member(), await market.app.member()]
  const { groupid } = (await toSeller(buyer)).body.data
  for (const answer of [
    call(outsider, 'GET', `/api/messanger/v1/messages?groupid=${groupid}`),
    markRead(outsider, groupid),
    write(outsider, { groupid, msg: 'Halo' }),
    call(admin, 'GET', `/api/admin/v1/chats/messages?groupid=${groupid}`),
    call(admin, 'POST', `/api/admin/v1/chats/${groupid}/message`, { msg: 'Halo' }),
    call(admin, 'PATCH', `/api/admin/v1/chats/${groupid}/read`, {}),
  ])
    expect((await answer).body.code).toBe('not_found.conversation')
  for (const touser of [Number(buyer.id), Number(outsider.id), 999_999])
    expect((await write(outsider, { touser, msg: 'Halo' })).body.code).toBe('not_found.addressee')
  expect((await messages(buyer, groupid)).totalElements).toBe(1)
})

test('a seller may write to its buyers, and a blocked member cannot receive messages', async () => {
  const buyer = await market.app.member({ balance: 100_000n })
  expect((await write(seller, { touser: Number(buyer.id), msg: 'Promo' })).body.code).toBe('not_found.addressee')
  await market.app.map(buyer, offerId)
  const { data } = await market.order(buyer, { productcode: 'S10', target: '081299990001', reffclient: 'CHAT' })
  await market.app.settled(buyer, 'CHAT')
  const about = await write(seller, { touser: Number(buyer.id), msg: 'Sudah masuk?', idtrx: data.id })
  expect(about.body.data.trx).toMatchObject({ idtrx: data.id, target: '081299990001', sellprice: 10_000 })
  const { groupid } = about.body.data
  const known = await market.app.member({ balance: 100_000n })
  await market.app.map(known, offerId)
  await market.order(known, { productcode: 'S10', target: '081299990012', reffclient: 'CHAT-2' })
  await market.app.settled(known, 'CHAT-2')
  expect((await write(seller, { touser: Number(known.id), msg: 'Terima kasih' })).status).toBe(200)
  const foreign = (await market.addSeller()).seller
  expect((await write(buyer, { touser: Number(foreign.id), msg: 'Ini', idtrx: data.id })).body.code).toBe('not_found.purchase')
  expect((await write(buyer, { groupid, msg: 'Ini', idtrx: 999_999 })).body.code).toBe('not_found.purchase')
  await sql`update member set status = 0 where id = ${buyer.id}`.execute(market.app.tables)
  expect((await write(seller, { groupid, msg: 'Halo?' })).body.code).toBe('account.closed')
})

test('a picture must be an upload of the sender, and does not need a text', async () => {
  const [buyer, other] = [await market.app.member(), await market.app.member()]
  const name = `${'a'.repeat(32)}.webp`
  await market.app.tables.insertInto('upload').values({ name, owner_id: buyer.id, private: false, bytes: 5, width: 1, height: 1 }).execute()
  const image = `/public/images/${name}`
  expect((await toSeller(other, '', { image })).body.code).toBe('upload.unknown')
  expect((await toSeller(other, 'lihat', { image: 'https://evil.example/a.png' })).body.code).toBe('upload.unknown')
  expect(await toSeller(buyer, '', { image })).toMatchObject({ status: 200, body: { data: { msg: '', image } } })
  expect((await chats(buyer))[0].msg).toBe('Gambar')
})

test('all administrators share one inbox as customer service, and members do not see the names of administrators [B-SOCK-02]', async () => {
  const buyer = await market.app.member({ name: 'Toko Anggrek' })
  const { groupid } = (await write(buyer, { touser: 'cso', msg: 'Saldo saya belum masuk' })).body.data
  expect((await chats(buyer))[0]).toMatchObject({
    userb: { member: { memberid: 0, membername: 'Customer Service', online: 1 } },
    untukuser: 0,
  })
  const inbox = (await call(admin, 'GET', '/api/admin/v1/chats?belumdibaca=1')).body.data.content
  expect(inbox).toContainEqual(expect.objectContaining({ groupid, belumdibaca: 1, untukuser: 0 }))
  const answer = await call(admin, 'POST', `/api/admin/v1/chats/${groupid}/message`, { msg: 'Kami periksa dulu' })
  expect(answer.body.data).toMatchObject({ from: 0, fromname: 'Ayu', sendiri: 1 })
  const { content } = await messages(buyer, groupid)
  expect(content[0]).toMatchObject({ from: 0, fromname: 'Customer Service', sendiri: 0, msg: 'Kami periksa dulu' })
  expect((await call(admin, 'GET', `/api/admin/v1/chats/messages?groupid=${groupid}`)).body.data.userb.membername).toBe('Toko Anggrek')
  const kept = await call(admin, 'GET', `/api/admin/v1/audit?subjectkind=member&subject=${buyer.id}&event=chat.answered`)
  expect(kept.body.data.content).toMatchObject([{ actorid: Number(admin.id), after: { conversation: groupid } }])
  await write(buyer, { touser: 0, msg: 'Terima kasih' })
  const waiting = async () => (await call(admin, 'GET', '/api/admin/v1/chats/unread')).body.data.belumdibaca
  const before = await waiting()
  await call(admin, 'PATCH', `/api/admin/v1/chats/${groupid}/read`, {})
  expect(await waiting()).toBe(before - 1)
})

test('a message is published to all pages of its recipient, and its storage is published to the sender [B-STATE-39, B-SOCK-04, B-SOCK-08]', async () => {
  const buyer = await market.app.member({ name: 'Toko Kenanga' })
  const [first, second, own, adminPage] = await Promise.all([page(seller), page(seller), page(buyer), page(admin)])
  const { groupid } = (await toSeller(buyer, 'Halo dari Kenanga')).body.data
  for (const { of } of [first, second]) {
    await expect.poll(() => of('notifmsg')).toEqual([{ groupid, to: Number(seller.id), image: '', msg: 'Halo dari Kenanga' }])
    await expect.poll(() => of('chatnotif')).toEqual([{ groupid, from: 'Toko Kenanga', msg: 'Halo dari Kenanga' }])
  }
  await expect.poll(() => own.of('pushinfo')).toEqual([{ groupid, msg: 'Pesan Terkirim' }])
  const before = adminPage.of('cso').length
  await write(buyer, { touser: 'cso', msg: 'Tolong bantu' })
  await expect.poll(() => adminPage.of('cso').length).toBeGreaterThan(before)
  expect(own.of('notifmsg')).toEqual([])
})

test('a read mark is published to the writer and to the other pages of the reader, and all administrators count as one reader', async () => {
  const buyer = await market.app.member()
  const [writing, reading, adminPage] = await Promise.all([page(buyer), page(seller), page(admin)])
  const { groupid } = (await toSeller(buyer, 'Sudah dibaca?')).body.data
  await markRead(seller, groupid)
  await expect.poll(() => writing.of('chatdibaca')).toEqual([{ groupid, sampai: 1, sendiri: 0 }])
  await expect.poll(() => reading.of('chatdibaca')).toEqual([{ groupid, sampai: 1, sendiri: 1 }])
  await markRead(seller, groupid)
  const asked = (await write(buyer, { touser: 'cso', msg: 'Tolong' })).body.data.groupid
  const before = adminPage.of('cso').length
  await call(admin, 'PATCH', `/api/admin/v1/chats/${asked}/read`, {})
  await expect.poll(() => writing.of('chatdibaca').slice(1)).toEqual([{ groupid: asked, sampai: 1, sendiri: 0 }])
  await expect.poll(() => adminPage.of('cso').length).toBeGreaterThan(before)
  expect(reading.of('chatdibaca')).toHaveLength(1)
})

test('a page finds the conversation with a member, or with the other side of a purchase, before the first message [B-OPEN-65]', async () => {
  const find = async (who: TestMember, query: string) => (await call(who, 'GET', `/api/messanger/v1/conversation?${query}`)).body
  const buyer = await market.app.member({ name: 'Toko Dahlia', balance: 100_000n })
  const other = (await market.addSeller()).seller
  expect((await find(buyer, `dengan=${other.id}`)).data).toMatchObject({ groupid: null, userb: { membername: other.name }, trx: null })
  expect((await find(buyer, 'dengan=cso')).data).toMatchObject({ groupid: null, userb: { memberid: 0, membername: 'Customer Service' } })
  await market.app.map(buyer, offerId)
  const { data } = await market.order(buyer, { productcode: 'S10', target: '081299990077', reffclient: 'CARI' })
  await market.app.settled(buyer, 'CARI')
  const asBuyer = (await find(buyer, `idtrx=${data.id}`)).data
  expect(asBuyer).toMatchObject({ groupid: null, userb: { memberid: Number(seller.id) }, trx: { idtrx: data.id, target: '081299990077' } })
  expect((await find(seller, `idtrx=${data.id}`)).data.userb).toMatchObject({ memberid: Number(buyer.id), membername: 'Toko Dahlia' })
  expect((await find(buyer, `dengan=cso&idtrx=${data.id}`)).data.trx).toMatchObject({ idtrx: data.id })
  expect((await find(buyer, `dengan=${other.id}&idtrx=${data.id}`)).data.trx).toBeNull()
  const { groupid } = (await toSeller(buyer)).body.data
  expect((await find(buyer, `dengan=${seller.id}`)).data.groupid).toBe(groupid)
  expect((await find(other, `idtrx=${data.id}`)).code).toBe('not_found.purchase')
  for (const id of [buyer.id, (await market.app.member()).id, 999_999n])
    expect((await find(buyer, `dengan=${id}`)).code).toBe('not_found.addressee')
  expect((await find(buyer, '')).errors).toEqual({ dengan: 'Pilih penerima' })
})

test('typing is published only to the other side of the conversation, at a limited rate, and only for members of the conversation', async () => {
  const [buyer, outsider] = [await market.app.member(), await market.app.member()]
  const { groupid } = (await toSeller(buyer, 'Sebentar')).body.data
  const [reading, typing, foreign] = await Promise.all([page(seller), page(buyer), page(outsider)])
  for (const payload of [undefined, 5, {}, { groupid: 'x' }, { groupid: -1 }]) foreign.socket.emit('notifmsg', payload)
  foreign.socket.emit('notifmsg', { groupid })
  for (let nth = 0; nth < 5; nth += 1) typing.socket.emit('notifmsg', { groupid, to: Number(seller.id), image: '', msg: 'rahasia' })
  await expect.poll(() => reading.of('notifmsg')).toEqual([{ groupid, to: Number(seller.id), image: '', msg: '' }])
  expect(typing.of('notifmsg')).toEqual([])
})

test('typing is published between a member and customer service, but not back to the member that types', async () => {
  const [buyer, outsider] = [await market.app.member(), await market.app.member()]
  const colleague = await market.app.member({ name: 'Bima', roles: ['ROLE_ADMIN'] })
  const { groupid } = (await write(buyer, { touser: 'cso', msg: 'Saldo belum masuk' })).body.data
  const [asking, adminPage, other, foreign] = await Promise.all([page(buyer), page(admin), page(colleague), page(outsider)])
  const types = (id: number, to: number) => ({ groupid: id, to, image: '', msg: '' })
  foreign.socket.emit('notifmsg', types(groupid, 0))
  asking.socket.emit('notifmsg', { ...types(groupid, 0), msg: 'rahasia' })
  for (const { of } of [adminPage, other]) await expect.poll(() => of('notifmsg')).toEqual([types(groupid, 0)])
  adminPage.socket.emit('notifmsg', types(groupid, Number(buyer.id)))
  await expect.poll(() => asking.of('notifmsg')).toEqual([types(groupid, Number(buyer.id))])
  // An administrator that writes to customer service counts as a member in that conversation.
  const own = (await write(colleague, { touser: 'cso', msg: 'Coba saja' })).body.data.groupid
  other.socket.emit('notifmsg', types(own, 0))
  await expect.poll(() => adminPage.of('notifmsg').at(-1)).toEqual(types(own, 0))
  const stored = other.of('pushinfo').length
  await write(colleague, { groupid: own, msg: 'selesai' })
  await expect.poll(() => other.of('pushinfo').length).toBeGreaterThan(stored)
  expect([other.of('notifmsg').length, foreign.of('notifmsg').length]).toEqual([1, 0])
})

test('the messages per minute and the new conversations per day of a member are limited', async () => {
  await market.app.setting('chat.messagesPerMinute', 2)
  const buyer = await market.app.member()
  const codes = []
  for (let nth = 0; nth < 3; nth += 1) codes.push((await toSeller(buyer, `pesan ${nth}`)).body.code ?? 'sent')
  expect(codes).toEqual(['sent', 'sent', 'rate.too_many'])
  await market.app.setting('chat.messagesPerMinute', 1_000)
  await market.app.setting('chat.newPerDay', 1)
  const other = await market.app.member()
  expect((await toSeller(other)).status).toBe(200)
  const second = (await market.addSeller()).seller
  expect((await write(other, { touser: Number(second.id), msg: 'Halo' })).body.code).toBe('chat.too_many_new')
  expect((await toSeller(other, 'masih boleh')).status).toBe(200)
  await market.app.setting('chat.newPerDay', 30)
})

test('the contacts of a member are sellers and the other sides of its own conversations only', async () => {
  const buyer = await market.app.member({ name: 'Toko Cempaka' })
  await market.app.member({ name: 'Toko Cempaka Dua' })
  const find = async (who: TestMember, search: string) =>
    (await call(who, 'GET', `/api/messanger/v1/contacts?search=${encodeURIComponent(search)}`)).body.data.map(
      ({ membername }: Json) => membername,
    )
  expect(await find(seller, 'cempaka')).toEqual([])
  await toSeller(buyer)
  expect(await find(seller, 'cempaka')).toEqual(['Toko Cempaka'])
  expect(await find(buyer, seller.name)).toContain(seller.name)
  expect(await find(buyer, 'customer')).toEqual(['Customer Service'])
})
