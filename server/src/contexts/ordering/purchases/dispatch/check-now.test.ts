import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Json, TestMember } from '../../../../../test/app.ts'
import { startMarket, type TestMarket } from '../../../../../test/market.ts'

/** Asking sellers' servers early: the schedule asks nothing for ten minutes here. */
let market: TestMarket
let seller: Awaited<ReturnType<TestMarket['addSeller']>>
let admin: TestMember
let buyer: TestMember
let code: string
let serial = 0

beforeAll(async () => {
  market = await startMarket({ ASK_AFTER_MS: '600000' })
})
afterAll(() => market?.stop())

beforeEach(async () => {
  serial += 1
  admin = await market.app.member({ roles: ['ROLE_ADMIN'] })
  seller = await market.addSeller({ timeoutMs: 20_000 })
  const product = await market.app.product({ code: `CN${serial}` })
  code = product.code
  buyer = await market.app.member({ balance: 100_000n, guardMinutes: 0 })
  await market.app.map(buyer, await market.app.offer({ seller: seller.seller, product, price: 10_000n }))
})

const attemptOf = (id: number) =>
  market.app.db.read.selectFrom('attempt').selectAll().where('purchase_id', '=', BigInt(id)).executeTakeFirstOrThrow()

/** A pending order whose seller was contacted a minute ago. */
async function waiting(ending: '0012' | '0013') {
  const { data } = await market.order(buyer, { productcode: code, target: `86${serial}${ending}`, reffclient: `C${ending}` })
  await expect.poll(async () => (await attemptOf(data.id)).state).toBe(2)
  await change(data.id, { updated_at: new Date(Date.now() - 60_000) })
  const { code: installation } = await market.app.db.read.selectFrom('installation').select('code').executeTakeFirstOrThrow()
  return { id: data.id, reference: `${installation}${(await attemptOf(data.id)).id}` }
}

const change = (id: number, set: { state?: number; due_at?: Date; updated_at?: Date; sent_at?: Date; claimed_by?: number }) =>
  market.app.tables.updateTable('attempt').set(set).where('purchase_id', '=', BigInt(id)).execute()

const unsafe = 'Tidak aman ditanyakan lagi: periksa di server suplier, lalu putuskan'

const check = async (ids: number[], who = admin): Promise<{ status: number; body: Json }> =>
  market.app.call('POST', '/api/admin/v1/transactions/check', { token: who.token, body: { ids } })
const exchangesOf = async (id: number): Promise<string[]> => {
  const { body } = await market.app.call('GET', `/api/admin/v1/transactions/${id}`, { token: admin.token })
  return body.data.exchanges.map(({ kind }: Json) => kind)
}

async function alertsOf(id: number): Promise<string[]> {
  const { body } = await market.app.call('GET', `/api/admin/v1/transactions/${id}`, { token: admin.token })
  return body.data.alerts.map(({ kind }: Json) => kind)
}

test('an administrator makes the seller be asked now: a delivered order succeeds, and was sold once', async () => {
  const { id, reference } = await waiting('0012')
  expect((await check([id])).body.data).toEqual([{ id, done: true, msg: 'Sedang ditanyakan ke server suplier', code: null }])
  expect(await market.app.settled(buyer, 'C0012')).toMatchObject({ transactionrc: 1 })
  expect(await exchangesOf(id)).toEqual(['order', 'status'])
  expect(seller.supplier.salesOf(reference)).toBe(1)
  const { body } = await market.app.call('GET', `/api/admin/v1/audit?event=purchases.asked&actorid=${admin.id}`, { token: admin.token })
  expect(body.data.content).toMatchObject([{ subject: 'transactions', after: { purchases: [id] } }])
  await market.booksHold()
})

test('if a question would send the order again and the seller may have forgotten it, nothing is sent and a person decides', async () => {
  const { id, reference } = await waiting('0013')
  await change(id, { sent_at: new Date(Date.now() - 30 * 86_400_000) })
  expect((await check([id])).body.data).toMatchObject([{ done: true }])
  await expect.poll(() => alertsOf(id)).toEqual(['status_too_old'])
  expect(seller.supplier.ordersOf(reference)).toBe(1)
  await change(id, { updated_at: new Date(Date.now() - 60_000) })
  expect((await check([id])).body.data).toMatchObject([{ done: false, msg: unsafe }])
})

test('a seller that was just asked is not asked again, however often it is requested', async () => {
  const { id } = await waiting('0013')
  await Promise.all(Array.from({ length: 10 }, () => check([id])))
  await expect.poll(() => exchangesOf(id)).toEqual(['order', 'status'])
  expect((await check([id, id])).body.data).toEqual([
    { id, done: false, msg: 'Server suplier baru saja dihubungi; coba lagi 15 detik lagi', code: null },
  ])
  expect(await exchangesOf(id)).toEqual(['order', 'status'])
})

test('a locked purchase is skipped and does not block the others', async () => {
  const [held, free] = [await waiting('0013'), await waiting('0012')]
  const transaction = await market.app.tables.startTransaction().execute()
  await transaction.selectFrom('attempt').select('id').where('purchase_id', '=', BigInt(held.id)).forUpdate().execute()
  const checked = check([held.id, free.id])
  const { status, body } = await checked.finally(() => transaction.rollback().execute())
  expect([status, body.data]).toEqual([
    200,
    [
      { id: held.id, done: false, msg: 'Transaksi ini sedang diproses; coba lagi sebentar', code: null },
      { id: free.id, done: true, msg: 'Sedang ditanyakan ke server suplier', code: null },
    ],
  ])
  expect(await market.app.settled(buyer, 'C0012')).toMatchObject({ transactionrc: 1 })
})

test.each([
  [
    'an order that waits to be sent',
    { state: 0, due_at: new Date('2999-01-01') },
    'Pesanannya sedang dikirim, hasilnya belum bisa ditanyakan',
  ],
  [
    'an order that is being sent',
    { state: 1, claimed_by: 1, due_at: new Date('2999-01-01') },
    'Pesanannya sedang dikirim, hasilnya belum bisa ditanyakan',
  ],
  [
    'what somebody is asking about just now',
    { state: 3, claimed_by: 1, due_at: new Date('2999-01-01') },
    'Transaksi ini sedang diproses; coba lagi sebentar',
  ],
  ['what must not be asked about any more', { state: 3, due_at: new Date('9999-12-31') }, unsafe],
])('the check changes nothing about %s', async (_what, stand, msg) => {
  const { id } = await waiting('0013')
  await change(id, { ...stand, updated_at: new Date(Date.now() - 60_000) })
  const before = await attemptOf(id)
  expect((await check([id])).body.data).toEqual([{ id, done: false, msg, code: null }])
  expect(await attemptOf(id)).toEqual(before)
})

test('final purchases are not asked about, and only administrators can ask, within the limit per minute', async () => {
  const { data } = await market.order(buyer, { productcode: code, target: `86${serial}7777`, reffclient: 'DONE' })
  await market.app.settled(buyer, 'DONE')
  expect((await check([data.id])).body.data).toMatchObject([{ done: false, msg: 'Transaksi ini tidak pending' }])
  expect((await check([data.id], buyer)).status).toBe(403)
  await market.app.setting('purchases.checksPerMinute', 2)
  expect((await check([data.id])).status).toBe(200)
  expect((await check([data.id])).body.code).toBe('rate.too_many')
})
