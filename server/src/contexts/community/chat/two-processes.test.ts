import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Answer, Json, TestMember } from '../../../../test/app.ts'
import { chatOf } from '../../../../test/chat.ts'
import { type LapakProcess, startLapakProcess } from '../../../../test/fault/lapak-process.ts'
import { startMarket, type TestMarket } from '../../../../test/market.ts'

/** Several Lapak processes share one database: one side of a conversation is connected to one process, the other side to another process. */
let market: TestMarket
let seller: TestMember
let admin: TestMember
let other: LapakProcess
beforeAll(async () => {
  market = await startMarket({ DATABASE_POOL: '4' })
  seller = (await market.addSeller()).seller
  admin = await market.app.member({ name: 'Ayu', roles: ['ROLE_ADMIN'] })
  await market.app.setting('chat.messagesPerMinute', 1_000)
  other = await startLapakProcess({ databaseUrl: market.app.databaseUrl, roles: ['http'] })
})
afterAll(async () => {
  other?.signal('SIGKILL')
  await other?.end
  await market?.stop()
})
const { call, write, unread, messages, markRead, page, closePages } = chatOf(() => market.app)
afterEach(closePages)

const path = '/api/messanger/v1/message'
/** Sends the message to the process at this URL. */
const writeAt = async (url: string, { token }: TestMember, body: object): Promise<Pick<Answer, 'status' | 'body'>> => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: answer.status, body: await answer.json() }
}
const toSeller = (who: TestMember, msg = 'Apakah stok ada?', more: object = {}) => write(who, { touser: Number(seller.id), msg, ...more })

test('a member gets messages, typing and the storage of its own message from another process, too [B-SOCK-04, B-SOCK-08]', async () => {
  const buyer = await market.app.member({ name: 'Toko Melur' })
  const [reading, own, adminPage] = await Promise.all([page(seller, other.url), page(buyer, other.url), page(admin, other.url)])
  const typing = await page(buyer)
  const { groupid } = (await toSeller(buyer, 'Halo dari sana')).body.data
  const expected = { groupid, to: Number(seller.id), image: '', msg: 'Halo dari sana' }
  await expect.poll(() => reading.of('notifmsg')).toEqual([expected])
  await expect.poll(() => reading.of('chatnotif')).toEqual([{ groupid, from: 'Toko Melur', msg: 'Halo dari sana' }])
  await expect.poll(() => own.of('pushinfo')).toEqual([{ groupid, msg: 'Pesan Terkirim' }])
  typing.socket.emit('notifmsg', { groupid })
  await expect.poll(() => reading.of('notifmsg')).toEqual([expected, { ...expected, msg: '' }])
  await write(buyer, { touser: 'cso', msg: 'Tolong bantu' })
  await expect.poll(() => adminPage.of('cso').length).toBeGreaterThan(0)
  expect([own.of('notifmsg'), own.of('cso'), reading.of('cso')]).toEqual([[], [], []])
})

test('a member that uses one process is shown as online by the other process', async () => {
  const buyer = await market.app.member()
  const { groupid } = (await toSeller(buyer)).body.data
  const longAgo = new Date(Date.now() - 3_600_000)
  await market.app.tables.updateTable('member').set({ last_active_at: longAgo }).where('id', '=', buyer.id).execute()
  await market.app.tables.updateTable('session').set({ used_at: longAgo }).where('member_id', '=', buyer.id).execute()
  const seen = async () => (await messages(seller, groupid)).userb
  expect(await seen()).toMatchObject({ online: 0, lastactive: longAgo.toISOString() })
  await writeAt(other.url, buyer, { groupid, msg: 'masih di sini' })
  expect(await seen()).toMatchObject({ online: 1 })
})

test('a session that one process ended gets no more events from the other process, which also ignores its typing', async () => {
  const buyer = await market.app.member()
  const { groupid } = (await toSeller(buyer)).body.data
  const [far, near] = [await page(buyer, other.url), await page(seller)]
  await call(buyer, 'POST', '/api/v1/user/logout')
  far.socket.emit('notifmsg', { groupid })
  await expect.poll(() => far.of('needlogon')).toHaveLength(3)
  expect((await write(seller, { groupid, msg: 'rahasia' })).status).toBe(200)
  // This event is published after all events that the ended session could have received.
  await expect.poll(() => near.of('pushinfo')).toHaveLength(1)
  expect([near.of('notifmsg'), far.of('notifmsg'), far.of('chatnotif')]).toEqual([[], [], []])
})

test('a message that is sent to two processes concurrently is stored once, and message numbers have no gaps', async () => {
  const buyer = await market.app.member()
  const names = Array.from({ length: 10 }, () => randomUUID())
  const bodyOf = (clientid: string) => ({ touser: Number(seller.id), msg: 'sekali saja', clientid })
  const answers = await Promise.all(names.flatMap((name) => [write(buyer, bodyOf(name)), writeAt(other.url, buyer, bodyOf(name))]))
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  const ids = new Set(answers.map(({ body }) => body.data.id))
  expect([...ids].sort((a, b) => a - b)).toEqual(Array.from({ length: 10 }, (_, nth) => nth + 1))
  expect((await messages(buyer, answers[0]?.body.data.groupid)).totalElements).toBe(10)
})

test('a page that changes to another process after its own was killed receives every message exactly once', async () => {
  const doomed = await startLapakProcess({ databaseUrl: market.app.databaseUrl, roles: ['http'] })
  const buyer = await market.app.member()
  const { groupid } = (await toSeller(buyer, 'pesan 1')).body.data
  const reading = await page(seller, doomed.url)
  const wanted = Array.from({ length: 60 }, (_, nth) => ({ groupid, msg: `pesan ${nth + 2}`, clientid: randomUUID() }))
  for (const [nth, message] of wanted.entries()) {
    // Kills the process in the middle of a request.
    if (nth === 30) setImmediate(() => doomed.signal('SIGKILL'))
    const sent = await writeAt(doomed.url, buyer, message).catch(() => null)
    // Without an answer the sender does not know whether the message was stored, so it sends it again with the same client id.
    if (sent === null) expect((await write(buyer, message)).status).toBe(200)
    else expect(sent.status).toBe(200)
  }
  await doomed.end
  await expect.poll(() => reading.socket.connected).toBe(false)
  expect(reading.of('notifmsg').length).toBeGreaterThan(0)
  // The page has shown the messages of its events; at the other process it requests the messages after the last of these.
  const again = await page(seller)
  let known = Math.max(...(await messages(seller, groupid, '&size=100')).content.map(({ id }: Json) => id).filter((id: number) => id <= 20))
  const caughtUp: string[] = []
  for (let more = true; more; ) {
    const { content } = await messages(seller, groupid, `&after=${known}&size=15&sort=createat,ASC`)
    for (const { id, msg } of content) {
      expect(id).toBe(known + 1)
      known = id
      caughtUp.push(msg)
    }
    more = content.length > 0
  }
  expect(caughtUp).toEqual(wanted.slice(19).map(({ msg }) => msg))
  expect(await unread(seller)).toBeGreaterThanOrEqual(61)
  await markRead(seller, groupid, { sampai: known })
  await write(buyer, { groupid, msg: 'terakhir' })
  await expect.poll(() => again.of('notifmsg').at(-1)).toMatchObject({ groupid, msg: 'terakhir' })
  const { rows } = await sql`select from message where conversation_id = ${groupid}`.execute(market.app.tables)
  expect(rows).toHaveLength(62)
})
