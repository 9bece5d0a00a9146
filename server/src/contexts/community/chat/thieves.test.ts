import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Json, TestMember } from '../../../../test/app.ts'
import { chatOf } from '../../../../test/chat.ts'
import { startMarket, type TestMarket } from '../../../../test/market.ts'

/** Tests of mistakes between honest members, and of attacks. */
let market: TestMarket
let seller: TestMember
let admin: TestMember
let colleague: TestMember
beforeAll(async () => {
  market = await startMarket({ DATABASE_POOL: '6' })
  seller = (await market.addSeller()).seller
  admin = await market.app.member({ name: 'Ayu', roles: ['ROLE_ADMIN'] })
  colleague = await market.app.member({ name: 'Bima', roles: ['ROLE_ADMIN'] })
  await market.app.setting('chat.messagesPerMinute', 1_000)
})
afterAll(() => market?.stop())
const { call, write, chats, unread, messages, markRead, page, closePages } = chatOf(() => market.app)
afterEach(closePages)

const toSeller = (who: TestMember, msg = 'Apakah stok ada?', more: object = {}) => write(who, { touser: Number(seller.id), msg, ...more })
const answer = (groupid: number, msg: string, more: object = {}) =>
  call(admin, 'POST', `/api/admin/v1/chats/${groupid}/message`, { msg, ...more })
const waiting = async (): Promise<number> => (await call(admin, 'GET', '/api/admin/v1/chats/unread')).body.data.belumdibaca

test('the same client id in two conversations belongs to two messages, also concurrently', async () => {
  const buyer = await market.app.member()
  const sellers = [seller, (await market.addSeller()).seller]
  for (let round = 0; round < 5; round += 1) {
    const clientid = randomUUID()
    const answers = await Promise.all(
      [...sellers, ...sellers].map(({ id }) => write(buyer, { touser: Number(id), msg: `untuk ${id}`, clientid })),
    )
    expect(answers.map(({ status, body }) => [status, body.data?.msg])).toEqual(
      [...sellers, ...sellers].map(({ id }) => [200, `untuk ${id}`]),
    )
  }
  for (const { groupid } of await chats(buyer)) expect((await messages(buyer, groupid)).totalElements).toBe(5)
})

test('a message with the client id of another member does not return or replace the message of that member', async () => {
  const [buyer, thief] = [await market.app.member(), await market.app.member()]
  const clientid = randomUUID()
  const { groupid } = (await toSeller(buyer, 'rahasia', { clientid })).body.data
  expect((await toSeller(thief, 'milik pencuri', { clientid })).body.data).toMatchObject({ msg: 'milik pencuri', id: 1 })
  expect((await write(seller, { groupid, msg: 'jawaban', clientid })).body.data).toMatchObject({ msg: 'jawaban', id: 2 })
  expect((await write(thief, { groupid, msg: 'rahasia', clientid })).body.code).toBe('not_found.conversation')
})

test.each(['Customer Service', 'Customеr\u200b Servicе', '\u202eCS Lapak', 'Admin Lapak ✅'])(
  'a member with the name %j cannot pass for the platform',
  async (name) => {
    const thief = await market.app.member({ name })
    const shown = `Member ${thief.id}`
    const listening = await page(seller)
    const { groupid, fromname } = (await toSeller(thief, 'Kirim PIN Anda')).body.data
    expect(fromname).toBe(shown)
    expect((await chats(seller)).find((one) => one.groupid === groupid)?.userb.member.membername).toBe(shown)
    const { content, userb } = await messages(seller, groupid)
    expect([content[0].fromname, userb.membername]).toEqual([shown, shown])
    await expect.poll(() => listening.of('chatnotif').map(({ from }) => from)).toContain(shown)
    expect(listening.of('chatnotif').map(({ from }) => from)).not.toContain(name)
    const found = (await call(seller, 'GET', '/api/messanger/v1/contacts?search=')).body.data as Json[]
    expect(found.find(({ memberid }) => memberid === Number(thief.id))?.membername).toBe(shown)
    const opened = (await call(seller, 'GET', `/api/messanger/v1/conversation?dengan=${thief.id}`)).body
    expect(opened.data.userb.membername).toBe(shown)
    // Administrators see the actual name, without invisible characters.
    const asked = await write(thief, { touser: 'cso', msg: 'Halo' })
    const adminView = (await call(admin, 'GET', `/api/admin/v1/chats/messages?groupid=${asked.body.data.groupid}`)).body
    expect(adminView.data.userb.membername).not.toBe(shown)
    expect(adminView.data.userb.membername).not.toMatch(/[\u200b\u202e]/)
  },
)

test('a repeated message gets the same answer as the first request, even if the recipient was blocked in between', async () => {
  const buyer = await market.app.member()
  const shop = (await market.addSeller()).seller
  const clientid = randomUUID()
  const first = await write(buyer, { touser: Number(shop.id), msg: 'Halo', clientid })
  await sql`update member set status = 0 where id = ${shop.id}`.execute(market.app.tables)
  const { groupid } = first.body.data
  for (const to of [{ groupid }, { touser: Number(shop.id) }]) {
    expect(await write(buyer, { ...to, msg: 'Halo', clientid })).toMatchObject({ status: 200, body: { data: { id: 1 } } })
    expect((await write(buyer, { ...to, msg: 'Halo?' })).body.code).toBe('account.closed')
  }
})

test('an answer of customer service that is sent twice is audited once', async () => {
  const buyer = await market.app.member()
  const { groupid } = (await write(buyer, { touser: 'cso', msg: 'Tolong' })).body.data
  const clientid = randomUUID()
  const answers = await Promise.all(Array.from({ length: 4 }, () => answer(groupid, 'Sebentar', { clientid })))
  expect(answers.map(({ body }) => body.data.id)).toEqual([2, 2, 2, 2])
  const kept = await call(admin, 'GET', `/api/admin/v1/audit?subjectkind=member&subject=${buyer.id}&event=chat.answered`)
  expect(kept.body.data.content).toHaveLength(1)
})

test('a message that was written offline and sent later does not mark the messages in between as read', async () => {
  const buyer = await market.app.member()
  const { groupid } = (await toSeller(buyer, 'satu')).body.data
  await write(seller, { groupid, msg: 'dua' })
  await write(buyer, { groupid, msg: 'ditulis tanpa jaringan' })
  await write(buyer, { groupid, msg: 'dan ini' })
  expect([await unread(buyer), (await chats(buyer))[0].belumdibaca, (await messages(seller, groupid)).dibacasampai]).toEqual([1, 1, 1])
  // Reading and writing by the seller does not change what is unread for the buyer.
  await write(seller, { groupid, msg: 'lima' })
  expect(await unread(buyer)).toBe(2)
  expect((await markRead(buyer, groupid, { sampai: 2 })).body.data.belumdibaca).toBe(1)
  expect((await markRead(buyer, groupid)).body.data.belumdibaca).toBe(0)
  expect((await messages(seller, groupid)).dibacasampai).toBe(5)
})

test('an answer of customer service does not mark a message as read that arrived while the answer was written', async () => {
  const buyer = await market.app.member()
  const before = await waiting()
  const { groupid } = (await write(buyer, { touser: 'cso', msg: 'Saldo belum masuk' })).body.data
  await call(admin, 'PATCH', `/api/admin/v1/chats/${groupid}/read`, { sampai: 1 })
  await write(buyer, { groupid, msg: 'dan PIN saya lupa' })
  await answer(groupid, 'Saldo sudah kami isi')
  expect(await waiting()).toBe(before + 1)
  const inbox = async () => (await call(admin, 'GET', '/api/admin/v1/chats?belumdibaca=1')).body.data.content as Json[]
  expect((await inbox()).find((row) => row.groupid === groupid)).toMatchObject({ belumdibaca: 1 })
  await call(admin, 'PATCH', `/api/admin/v1/chats/${groupid}/read`, { sampai: 2 })
  // Only the platform's own answer comes after its read mark.
  expect(await waiting()).toBe(before)
  expect((await inbox()).some((row) => row.groupid === groupid)).toBe(false)
})

test('all administrators are informed when one of them has answered or read a message, so that they do not answer twice', async () => {
  const buyer = await market.app.member()
  const { groupid } = (await write(buyer, { touser: 'cso', msg: 'Tolong' })).body.data
  const other = await page(colleague)
  // Waits until the events of the earlier message have been published.
  await expect.poll(async () => (await call(admin, 'GET', '/api/admin/v1/chats/unread')).status).toBe(200)
  const heard = () => other.of('cso').length
  let before = heard()
  await answer(groupid, 'Sebentar')
  await expect.poll(heard).toBeGreaterThan(before)
  before = heard()
  await call(admin, 'PATCH', `/api/admin/v1/chats/${groupid}/read`, {})
  await expect.poll(heard).toBeGreaterThan(before)
})

test('a purchase that failed over to another seller is no longer shown to the first seller', async () => {
  const [failing, next] = [await market.addSeller(), await market.addSeller()]
  const product = await market.app.product({ code: 'PINDAH' })
  const buyer = await market.app.member({ balance: 100_000n, guardMinutes: 0 })
  for (const [at, shop] of [failing, next].entries())
    await market.app.map(buyer, await market.app.offer({ seller: shop.seller, product, price: 9_000n + BigInt(at) }), at + 1)
  const target = '081234560014'
  failing.supplier.script(target, 'pending-forever')
  next.supplier.script(target, 'success')
  const { data } = await market.order(buyer, { productcode: 'PINDAH', target, reffclient: 'CHAT-moved' })
  const asked = await write(buyer, { touser: Number(failing.seller.id), msg: 'Sudah masuk?', idtrx: data.id })
  const { groupid } = asked.body.data
  expect(asked.body.data.trx).toMatchObject({ idtrx: data.id, transactionrc: 0 })
  const seen = async (who: TestMember) => (await messages(who, groupid)).content[0].trx
  expect(await seen(failing.seller)).toMatchObject({ idtrx: data.id, transactionrc: 0 })
  const platformChatId = (await write(failing.seller, { touser: 'cso', msg: 'Pesanan ini?', idtrx: data.id })).body.data.groupid
  await expect.poll(() => failing.supplier.orders.size).toBe(1)
  for (const reference of failing.supplier.orders.keys()) await failing.supplier.report(reference, 'failed')
  await market.app.settled(buyer, 'CHAT-moved')
  expect(await seen(buyer)).toMatchObject({ idtrx: data.id, transactionrc: 1, sellprice: 9_001 })
  expect(await seen(failing.seller)).toBeNull()
  expect((await messages(failing.seller, platformChatId)).content[0].trx).toBeNull()
  const adminView = await call(admin, 'GET', `/api/admin/v1/chats/messages?groupid=${platformChatId}`)
  expect(adminView.body.data.content[0].trx).toMatchObject({ idtrx: data.id })
})

test('the part of a long text in an event does not end in the middle of a character', async () => {
  const buyer = await market.app.member()
  const reading = await page(seller)
  const { groupid } = (await toSeller(buyer, `${'x'.repeat(199)}😀 dan seterusnya`)).body.data
  const own = (events: Json[]) => events.filter((one) => one.groupid === groupid).map(({ msg }) => msg)
  await expect.poll(() => own(reading.of('notifmsg'))).toHaveLength(1)
  for (const text of [...own(reading.of('notifmsg')), (await chats(buyer))[0].msg]) expect(text).toBe('x'.repeat(199))
})

test('an attempt to write to a conversation of others neither waits for the lock of the conversation nor locks it', async () => {
  const [buyer, thief] = [await market.app.member(), await market.app.member()]
  const { groupid } = (await toSeller(buyer)).body.data
  let refused = ''
  await market.app.tables.transaction().execute(async (tx) => {
    await sql`select from conversation where id = ${groupid} for update`.execute(tx)
    refused = (await write(thief, { groupid, msg: 'Halo' })).body.code
    const adminAnswer = await answer(groupid, 'Halo')
    refused += ` ${adminAnswer.body.code}`
  })
  expect(refused).toBe('not_found.conversation not_found.conversation')
})

test('typing is not published if the member is signed out or blocked', async () => {
  const endings = [
    (who: TestMember) => call(who, 'POST', '/api/v1/user/logout'),
    (who: TestMember) => sql`update member set status = 0 where id = ${who.id}`.execute(market.app.tables),
  ]
  for (const end of endings) {
    const buyer = await market.app.member()
    const { groupid } = (await toSeller(buyer)).body.data
    const [reading, typing] = await Promise.all([page(seller), page(buyer)])
    await end(buyer)
    typing.socket.emit('notifmsg', { groupid })
    await expect.poll(() => typing.of('needlogon')).toHaveLength(3)
    expect(reading.of('notifmsg')).toEqual([])
  }
})

test('typing of a member is published at a limited rate, whatever number of pages the member has open', async () => {
  const buyer = await market.app.member()
  const { groupid } = (await toSeller(buyer)).body.data
  const reading = await page(seller)
  const pages = await Promise.all(Array.from({ length: 6 }, () => page(buyer)))
  for (const { socket } of pages) socket.emit('notifmsg', { groupid })
  await expect.poll(() => reading.of('notifmsg').length).toBe(1)
  // Further typing events of the other pages would have arrived before this message.
  await write(buyer, { groupid, msg: 'selesai' })
  await expect.poll(() => reading.of('chatnotif').length).toBe(1)
  expect(reading.of('notifmsg').filter(({ msg }) => msg === '')).toHaveLength(1)
})

test('a page that sends too many packets of any kind is disconnected', async () => {
  const buyer = await market.app.member()
  const { groupid } = (await toSeller(buyer)).body.data
  for (const payload of [{ groupid }, { groupid: 'x' }, null]) {
    const { socket } = await page(buyer)
    for (let nth = 0; nth < 500; nth += 1) socket.emit('notifmsg', payload)
    await expect.poll(() => socket.connected).toBe(false)
  }
  const { socket } = await page(buyer)
  for (let nth = 0; nth < 500; nth += 1) socket.emit('apa saja', 'x')
  await expect.poll(() => socket.connected).toBe(false)
})
