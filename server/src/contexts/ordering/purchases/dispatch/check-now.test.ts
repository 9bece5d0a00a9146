import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Json, TestMember } from '../../../../../test/app.ts'
import { startMarket, type TestMarket } from '../../../../../test/market.ts'

/** Status requests on demand. In these tests the schedule sends no status request for ten minutes. */
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

/** A pending order whose seller's server was last contacted a minute ago. */
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

test('an administrator triggers a status request: a delivered order succeeds, and the seller sold it only once', async () => {
  const { id, reference } = await waiting('0012')
  expect((await check([id])).body.data).toEqual([{ id, done: true, msg: 'Sedang ditanyakan ke server suplier', code: null }])
  expect(await market.app.settled(buyer, 'C0012')).toMatchObject({ transactionrc: 1 })
  expect(await exchangesOf(id)).toEqual(['order', 'status'])
  expect(seller.supplier.salesOf(reference)).toBe(1)
  const { body } = await market.app.call('GET', `/api/admin/v1/audit?event=purchases.asked&actorid=${admin.id}`, { token: admin.token })
  expect(body.data.content).toMatchObject([{ subject: 'transactions', after: { purchases: [id] } }])
  await market.booksHold()
})

test('if a status request would order again at a seller that may have forgotten the order, nothing is sent and an alert is raised', async () => {
  const { id, reference } = await waiting('0013')
  await change(id, { sent_at: new Date(Date.now() - 30 * 86_400_000) })
  expect((await check([id])).body.data).toMatchObject([{ done: true }])
  await expect.poll(() => alertsOf(id)).toEqual(['status_too_old'])
  expect(seller.supplier.ordersOf(reference)).toBe(1)
  await change(id, { updated_at: new Date(Date.now() - 60_000) })
  expect((await check([id])).body.data).toMatchObject([{ done: false, msg: unsafe }])
})

test('a seller’s server that was just contacted gets no further request, however often an administrator triggers it', async () => {
  const { id } = await waiting('0013')
  await Promise.all(Array.from({ length: 10 }, () => check([id])))
  await expect.poll(() => exchangesOf(id)).toEqual(['order', 'status'])
  expect((await check([id, id])).body.data).toEqual([
    { id, done: false, msg: 'Server suplier baru saja dihubungi; coba lagi 15 detik lagi', code: null },
  ])
  expect(await exchangesOf(id)).toEqual(['order', 'status'])
})

test('a locked purchase is skipped and does not delay the other purchases', async () => {
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

test('final purchases get no status request, and only administrators can trigger requests, within a limit per minute', async () => {
  const { data } = await market.order(buyer, { productcode: code, target: `86${serial}7777`, reffclient: 'DONE' })
  await market.app.settled(buyer, 'DONE')
  expect((await check([data.id])).body.data).toMatchObject([{ done: false, msg: 'Transaksi ini tidak pending' }])
  expect((await check([data.id], buyer)).status).toBe(403)
  await market.app.setting('purchases.checksPerMinute', 2)
  expect((await check([data.id])).status).toBe(200)
  expect((await check([data.id])).body.code).toBe('rate.too_many')
})
