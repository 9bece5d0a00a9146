import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { jakartaDayOf } from '#shared/clock.ts'
import type { Json, TestMember } from '../../../../../test/app.ts'
import { openWire, type Wire } from '../../../../../test/database-wire.ts'
import { startMarket, type TestMarket } from '../../../../../test/market.ts'
import { cashOut } from '../../../../../test/money.ts'
import { runJob } from '../../../../../test/run-job.ts'

/** Decisions by sellers and administrators about purchases, and the alerts that ask for such decisions. */
type Seller = Awaited<ReturnType<TestMarket['addSeller']>>
let market: TestMarket
let seller: Seller
let admin: TestMember
let buyer: TestMember
let code: string
let wire: Wire
/** The URL of an instance whose database connection loses the results of commits. */
let lossy: string
let serial = 0

beforeAll(async () => {
  market = await startMarket({ ASK_AFTER_MS: '600000' })
  wire = await openWire(market.app.databaseUrl)
  lossy = (await market.app.startAnother(['http'], wire.url)).address
  admin = await market.app.member({ roles: ['ROLE_ADMIN'] })
})

afterAll(async () => {
  await market.stop()
  await wire.close()
})

beforeEach(async () => {
  serial += 1
  seller = await market.addSeller({ timeoutMs: 20_000 })
  const product = await market.app.product({ code: `BH${serial}` })
  code = product.code
  buyer = await market.app.member({ balance: 100_000n })
  await market.app.map(buyer, await market.app.offer({ seller: seller.seller, product, price: 10_000n }))
})

const order = (ending: '0013' | '7777', reffclient = 'H') =>
  market.order(buyer, { productcode: code, target: `83${serial}${ending}`, reffclient })

async function pending() {
  const { data } = await order('0013')
  const attempt = () =>
    market.app.db.read.selectFrom('attempt').selectAll().where('purchase_id', '=', BigInt(data.id)).executeTakeFirstOrThrow()
  await expect.poll(async () => (await attempt()).state).toBe(2)
  const { code: installation } = await market.app.db.read.selectFrom('installation').select('code').executeTakeFirstOrThrow()
  const { id } = await attempt()
  return { id: data.id, attempt: id, reference: `${installation}${id}` }
}

async function sold(reffclient = 'H') {
  const { data } = await order('7777', reffclient)
  expect(await market.app.settled(buyer, reffclient)).toMatchObject({ transactionrc: 1 })
  return data.id
}

const force = (id: number, status: 1 | 2, address = market.app.url): Promise<{ status: number; body: Json }> =>
  fetch(`${address}/api/admin/v1/transaction/${id}/${status}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ description: 'Uji koreksi' }),
  }).then(async (answer) => ({ status: answer.status, body: await answer.json() }))

const alertsOf = async (id: number) => {
  const { body } = await market.app.call('GET', '/api/admin/v1/transactions/alerts?size=-1', { token: admin.token })
  return body.data.content.filter(({ idtrx }: { idtrx: number }) => idtrx === id)
}

const forcesOf = (id: number) =>
  market.app.db.read.selectFrom('purchase_force').select(['from_state', 'to_state']).where('purchase_id', '=', BigInt(id)).execute()

test('a forced failure whose commit was not confirmed is executed once, and answered as done', async () => {
  const { id } = await pending()
  const lost = wire.lose({ after: 'purchases.force', asked: 'commit', answered: /COMMIT/ })
  expect(await force(id, 2, lossy)).toMatchObject({ status: 200, body: { data: { transactionrc: 2 } } })
  await lost
  expect(await forcesOf(id)).toEqual([{ from_state: 0, to_state: 2 }])
  expect(await market.app.balance(buyer)).toBe(100_000n)
  await market.booksHold()
})

test('a refund whose commit was not confirmed is executed once, and answered as done', async () => {
  const id = await sold()
  const lost = wire.lose({ after: 'purchases.force', asked: 'commit', answered: /COMMIT/ })
  expect(await force(id, 2, lossy)).toMatchObject({ status: 200, body: { data: { transactionrc: 2 } } })
  await lost
  expect(await forcesOf(id)).toEqual([{ from_state: 1, to_state: 2 }])
  expect(await market.app.balance(buyer)).toBe(100_000n)
  await market.booksHold()
})

test('a forced decision about a purchase that is already final is refused, and raises no alert', async () => {
  const { id } = await pending()
  const answers = await Promise.all([force(id, 1), force(id, 1), force(id, 1), force(id, 2), force(id, 1)])
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  expect(await alertsOf(id)).toEqual([])
  await market.booksHold()
})

test('a decision based on an earlier state of the purchase is refused', async () => {
  const id = await sold()
  const body = { id, status: 2, transactionrc: 0, description: 'Uji koreksi' }
  expect((await market.app.call('PATCH', '/api/admin/v1/transaction', { token: admin.token, body })).body).toMatchObject({
    code: 'purchase.state',
  })
  expect(await forcesOf(id)).toEqual([])
  expect(await market.app.balance(buyer)).toBe(90_000n)
})

test('a refund deletes the sums of the purchase’s day, and ends the buyer’s dispute', async () => {
  const id = await sold()
  const begun = { idtrx: id, reason: 'missing', msg: 'Pulsa belum masuk ke pelanggan' }
  const { data: dispute } = (await market.app.call('POST', '/api/v1/disputes', { token: buyer.token, body: begun })).body
  await market.app.db.fast.transaction((tx) => cashOut(tx, seller.seller.id, 4_000n))
  const path = `/api/v1/seller/disputes/${dispute.id}/refund`
  const back = await market.app.call('PATCH', path, { token: seller.seller.token, body: { msg: 'Saya kembalikan' } })
  expect(back.body, 'by its own word a seller makes no debt').toMatchObject({ code: 'dispute.seller_lacks' })
  expect(await market.app.balance(buyer)).toBe(90_000n)
  const day = jakartaDayOf(new Date())
  await market.app.tables.insertInto('purchase_day_summed').values({ day }).execute()
  expect((await force(id, 2)).status).toBe(200)
  const summed = await market.app.db.read.selectFrom('purchase_day_summed').selectAll().execute()
  expect(summed).toEqual([])
  const ended = await market.app.call('GET', `/api/v1/disputes/transaction/${id}`, { token: buyer.token })
  expect(ended.body.data.dispute).not.toMatchObject({ state: dispute.state })
  expect(await market.app.balance(buyer)).toBe(100_000n)
  await market.booksHold()
})

test('while its seller’s debt is locked by another transaction, a sale is not settled, and it pays the debt afterwards', async () => {
  const [owed, waiting] = [await sold('H1'), await pending()]
  await market.app.db.fast.transaction((tx) => cashOut(tx, seller.seller.id, 7_000n))
  expect((await force(owed, 2)).status).toBe(200)
  const transaction = await market.app.tables.startTransaction().execute()
  await transaction.selectFrom('seller_debt').selectAll().where('seller_id', '=', seller.seller.id).forUpdate().execute()
  const reported = seller.supplier.report(waiting.reference, 'success')
  try {
    // Longer than settlement waits for a lock before it skips the locked row.
    await setTimeout(1_500)
    expect(await market.app.balance(seller.seller)).toBe(0n)
  } finally {
    await transaction.rollback().execute()
  }
  await reported
  await expect.poll(() => market.app.balance(seller.seller)).toBe(3_000n)
  await market.booksHold()
})

test('a failed order removes the guard against doubles of its own purchase, and not that of a later order', async () => {
  const { id } = await pending()
  const guards = () => market.app.db.read.selectFrom('recent_order').select('purchase_id').execute()
  await market.app.tables
    .updateTable('recent_order')
    .set({ until: new Date(Date.now() - 1_000) })
    .where('purchase_id', '=', BigInt(id))
    .execute()
  const { data: later } = await order('0013', 'H2')
  expect((await force(id, 2)).status).toBe(200)
  expect((await guards()).map(({ purchase_id }) => purchase_id)).toContain(BigInt(later.id))
  expect(await order('0013', 'H3')).toMatchObject({ code: 'purchase.probable_double' })
})

test('one of several concurrent refunds is executed, and the others are refused because the state has changed', async () => {
  const id = await sold()
  const answers = await Promise.all(Array.from({ length: 6 }, () => force(id, 2)))
  expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code)).toEqual(Array(5).fill('purchase.state'))
  expect(await market.app.balance(buyer)).toBe(100_000n)
  await market.booksHold()
})

test('a refund returns the platform’s fee as well, and the part that the seller’s balance does not cover becomes a debt', async () => {
  await market.app.setting('sale.feeBasisPoints', 200)
  const id = await sold()
  await market.app.setting('sale.feeBasisPoints', 0)
  expect(await market.app.balance(seller.seller)).toBe(9_800n)
  await market.app.db.fast.transaction((tx) => cashOut(tx, seller.seller.id, 9_000n))
  expect((await force(id, 2)).status).toBe(200)
  expect([await market.app.balance(buyer), await market.app.balance(seller.seller)]).toEqual([100_000n, 0n])
  const debt = await market.app.db.read.selectFrom('seller_debt').select('amount').where('seller_id', '=', seller.seller.id).execute()
  expect(debt).toEqual([{ amount: 9_000n }])
  await market.booksHold()
})

test('an order can be repeated after its refund, and is not a double', async () => {
  const id = await sold('H1')
  expect(await order('7777', 'H2')).toMatchObject({ code: 'purchase.probable_double' })
  await force(id, 2)
  expect(await order('7777', 'H3')).toMatchObject({ success: true })
})

test('a contradiction raises an alert again after the first alert was resolved', async () => {
  const { id, reference } = await pending()
  await force(id, 2)
  await seller.supplier.report(reference, 'success')
  const [alert, ...more] = await alertsOf(id)
  expect([alert?.kind, more]).toEqual(['contradiction', []])
  await seller.supplier.report(reference, 'success')
  expect(await alertsOf(id)).toHaveLength(1)
  await market.app.call('PATCH', `/api/admin/v1/transactions/alerts/${alert.id}`, {
    token: admin.token,
    body: { reason: 'Sudah ditelepon' },
  })
  expect(await alertsOf(id)).toEqual([])
  await seller.supplier.report(reference, 'success')
  expect(await alertsOf(id)).toHaveLength(1)
})

test.each([
  ['the seller said once that it works on it', {}],
  ['it was never sent', { state: 0, due_at: new Date('2999-01-01') }],
  ['a worker has it in hand', { state: 1, claimed_by: 1, due_at: new Date('2999-01-01') }],
  ['nobody asks about it any more', { state: 3, due_at: new Date('9999-12-31') }],
])('an order that is pending for too long raises one alert, for whatever reason: %s', async (_what, change) => {
  const { id, attempt } = await pending()
  const acceptedBefore = (minutes: number) =>
    market.app.tables
      .updateTable('attempt')
      .set({ ...change, created_at: new Date(Date.now() - minutes * 60_000) })
      .where('id', '=', attempt)
      .execute()
  await acceptedBefore(13)
  await runJob(market.app, 'alert-overdue')
  expect(await alertsOf(id)).toEqual([])
  await acceptedBefore(17)
  await runJob(market.app, 'alert-overdue')
  expect(await alertsOf(id)).toMatchObject([{ kind: 'unknown_too_long' }])
  const [alert] = await alertsOf(id)
  await market.app.call('PATCH', `/api/admin/v1/transactions/alerts/${alert.id}`, {
    token: admin.token,
    body: { reason: 'Sudah ditelepon' },
  })
  await runJob(market.app, 'alert-overdue')
  expect(await alertsOf(id)).toEqual([])
})

test('if the reason that a seller writes for a failure is a pasted answer of its server, the buyer sees the platform’s text instead and the seller the original', async () => {
  const { id } = await pending()
  const pasted = `R#INQmwr02 ${code}.83 GAGAL. Nomor pelanggan salah.. Saldo 500.000`
  const ended = await market.app.call('PATCH', `/api/v1/seller/trx/${id}`, {
    token: seller.seller.token,
    body: { status: 2, description: pasted },
  })
  expect(ended.status).toBe(200)
  const read = async (path: string, token: string) => (await market.app.call('GET', `${path}/${id}`, { token })).body.data
  const bought = await read('/api/v1/transactions/buyer', buyer.token)
  expect(bought).toMatchObject({ transactionrc: 2, description: 'Nomor tujuan salah', attempts: [{ message: 'Nomor tujuan salah' }] })
  expect(JSON.stringify(bought)).not.toMatch(/R#INQ|500\.000/)
  expect((await read('/api/v1/seller/trx', seller.seller.token)).attempts).toMatchObject([{ message: pasted }])
})
