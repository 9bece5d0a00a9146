import { handshake } from '@lapak/contract/shared/events'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json, TestMember } from '../../../../test/app.ts'
import { startMarket, type TestMarket } from '../../../../test/market.ts'

let market: TestMarket
let admin: TestMember
let buyer: TestMember
const api = '/api/admin/v1/maintenance'

beforeAll(async () => {
  market = await startMarket()
  admin = await market.app.member({ name: 'Ayu', roles: ['ROLE_ADMIN'] })
  buyer = await market.app.member({ balance: 1_000_000n })
  const { seller } = await market.addSeller({ kind: 'irs' })
  const product = await market.app.product({ code: 'P1' })
  await market.app.map(buyer, await market.app.offer({ seller, product, price: 10_000n }), 1)
})
afterAll(() => market?.stop())

const hence = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const newest = async () => (await market.app.call('GET', api, { token: admin.token })).body.data[0]?.id ?? 0
const notice = { text: 'Pemeliharaan malam ini', awal: hence(-1), akhir: hence(60), jedapesanan: false, reason: 'Pindah server' }
const publish = async (change: object = {}, who = admin) =>
  market.app.call('POST', api, { token: who.token, body: { id: await newest(), ...notice, ...change } })
const announced = async () => (await market.app.call('GET', '/public/maintenance')).body.data
const order = (reffclient: string) =>
  market.app.h2h(buyer, 'POST', '/h2h/v1/transactions', { productcode: 'P1', target: `0812${reffclient}`.padEnd(11, '7'), reffclient })

test('an announcement is public until it ends, and does not stop orders by itself', async () => {
  expect(await announced()).toBeNull()
  expect((await publish()).status).toBe(200)
  expect(await announced()).toEqual({ text: notice.text, awal: notice.awal, akhir: notice.akhir, jedapesanan: false })
  expect((await order('1001')).status).toBe(200)
  expect((await publish({ awal: hence(-10), akhir: hence(-1) })).status).toBe(200)
  expect(await announced()).toBeNull()
})

test('orders pause only while an announcement that requires it is in effect, and a repeated order with a known reference is still answered', async () => {
  expect((await order('2001')).status).toBe(200)
  await publish({ awal: hence(30), akhir: hence(60), jedapesanan: true })
  expect((await order('2002')).status).toBe(200)
  await publish({ jedapesanan: true })
  expect(await order('2003')).toMatchObject({ status: 422, body: { code: 'system.maintenance', rc: '99' } })
  expect((await order('2001')).status).toBe(200)
  await publish({ text: '' })
  expect(await announced()).toBeNull()
  expect((await order('2003')).status).toBe(200)
})

test('an announcement pauses orders for a day at most, and may last longer without a pause', async () => {
  expect((await publish({ akhir: hence(24 * 60), jedapesanan: true })).body.errors).toEqual({ akhir: 'Jeda pesanan paling lama 24 jam' })
  expect(await publish({ awal: '2026-11-22', akhir: '9999-12-31', jedapesanan: true })).toMatchObject({
    status: 400,
    body: { errors: { awal: expect.any(String), akhir: expect.any(String) } },
  })
  expect((await order('2501')).status).toBe(200)
  expect((await publish({ akhir: hence(24 * 60), jedapesanan: false })).status).toBe(200)
  expect((await publish({ text: '' })).status).toBe(200)
})

test('other processes, and those started later, know the announcement', async () => {
  await publish({ text: 'Sampai pagi', jedapesanan: true })
  const another = await market.app.startAnother(['http'])
  const there = async () => ((await (await fetch(`${another.address}/public/maintenance`)).json()) as Json).data
  expect((await there()).text).toBe('Sampai pagi')
  await publish({ text: '' })
  await expect.poll(there).toBeNull()
  await another.stop()
})

test('every open page receives an event of the announcement', async () => {
  const socket = io(market.app.url, { transports: ['websocket'] })
  const announcements: Promise<Json>[] = []
  // A page that receives the event reads the announcement at once.
  socket.on('pemeliharaan', () => announcements.push(announced()))
  socket.on(handshake.ask, () => socket.emit(handshake.answer, { token: buyer.token, userid: buyer.id.toString() }))
  await new Promise<void>((done) => socket.once(handshake.accepted, () => done()))
  await publish({ text: 'Baru saja' })
  // The event of an older announcement may arrive late, so only the last reading is checked.
  await expect.poll(async () => (await announcements.at(-1))?.text).toBe('Baru saja')
  socket.disconnect()
})

test('publishing is refused if the author has not seen the last announcement, and each announcement is audited with actor, reason and previous state', async () => {
  await publish()
  const id = await newest()
  const both = await Promise.all(
    ['A', 'B'].map((text) => market.app.call('POST', api, { token: admin.token, body: { ...notice, id, text } })),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)?.body.code).toBe('maintenance.changed')
  const [last] = (await market.app.call('GET', api, { token: admin.token })).body.data
  expect(last).toMatchObject({ createby: 'Ayu', reason: 'Pindah server' })
  const row = await market.app.db.read
    .selectFrom('audit')
    .selectAll()
    .where('event', '=', 'maintenance.published')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    actor_id: admin.id,
    before: { text: notice.text },
    after: { text: last.text, pauses: false },
    reason: 'Pindah server',
  })
})

test('only administrators can publish announcements, and an announcement must end after it begins', async () => {
  expect((await publish({}, buyer)).status).toBe(403)
  expect((await publish({ awal: hence(60), akhir: hence(30) })).body.errors).toEqual({ akhir: 'Harus sesudah mulai' })
})
