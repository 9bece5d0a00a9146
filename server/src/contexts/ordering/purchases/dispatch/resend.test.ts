import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestMember } from '../../../../../test/app.ts'
import { startMarket, type TestMarket } from '../../../../../test/market.ts'
import { suspend } from '../../../../../test/suspensions.ts'

/**
 * Orders that were sent once. Each test begins with a pending order. Status requests are not due unless a test makes them due, so that only the test
 * causes calls.
 */
let market: TestMarket
let other: Awaited<ReturnType<TestMarket['addSeller']>>
let serial = 0

beforeAll(async () => {
  market = await startMarket({ ASK_AFTER_MS: '600000', UNDER_WAY_MS: '600000' })
  other = await market.addSeller({ timeoutMs: 20_000 })
})

afterAll(() => market.stop())

type Seller = Awaited<ReturnType<TestMarket['addSeller']>>

const attemptsOf = (buyer: TestMember) =>
  market.app.db.read
    .selectFrom('attempt')
    .innerJoin('purchase', 'purchase.id', 'attempt.purchase_id')
    .selectAll('attempt')
    .where('purchase.buyer_id', '=', buyer.id)
    .execute()

const exchangesOf = (attempt: bigint) =>
  market.app.db.read.selectFrom('exchange').select(['kind', 'state']).where('attempt_id', '=', attempt).orderBy('at').execute()

const alertsOf = (attempt: bigint) =>
  market.app.db.read.selectFrom('purchase_alert').select(['kind', 'message']).where('attempt_id', '=', attempt).execute()

async function ordered(seller: Seller, behaviour: 'pending-forever' | 'timeout-not-taken' = 'pending-forever') {
  serial += 1
  const product = await market.app.product({ code: `AG${serial}` })
  const buyer = await market.app.member({ balance: 500_000n })
  await market.app.map(buyer, await market.app.offer({ seller: seller.seller, product, price: 10_000n }), 1)
  await market.app.map(buyer, await market.app.offer({ seller: other.seller, product, price: 10_100n }), 2)
  const target = `86${serial}7777`
  seller.supplier.script(target, behaviour)
  await market.order(buyer, { productcode: product.code, target, reffclient: 'A' })
  const state = behaviour === 'pending-forever' ? 2 : 3
  await expect.poll(async () => (await attemptsOf(buyer)).map((attempt) => attempt.state)).toEqual([state])
  const [attempt] = await attemptsOf(buyer)
  if (attempt === undefined) throw new Error('an order without an attempt')
  const { code } = await market.app.db.read.selectFrom('installation').select('code').executeTakeFirstOrThrow()
  return { buyer, attempt: attempt.id, reference: `${code}${attempt.id}` }
}

/** Gives the attempt the state after the answer "no such transaction" (`queued`), or makes it due for a status request (`asked`). */
const due = (attempt: bigint, state: 'queued' | 'asked', changes: Record<string, unknown> = {}) =>
  market.app.tables
    .updateTable('attempt')
    .set({ state: state === 'queued' ? 0 : 3, due_at: new Date(Date.now() - 1_000), ...changes })
    .where('id', '=', attempt)
    .execute()

const broken = (seller: Seller, change: Record<string, unknown>) =>
  market.app.tables.updateTable('seller_api').set(change).where('seller_id', '=', seller.seller.id).execute()

test.each([
  { what: 'refuses the connection', breaks: (seller: Seller) => seller.supplier.goDown() },
  { what: 'is rested', breaks: (seller: Seller) => suspend(market.app.tables, seller.seller.id) },
  { what: 'turns us away', breaks: (seller: Seller) => broken(seller, { user_id: 'SIAPA' }) },
  { what: 'has a secret that does not open', breaks: (seller: Seller) => broken(seller, { pin: Buffer.from('rusak') }) },
])('an order that is sent again waits if its seller $what, and never goes to another seller', async ({ breaks }) => {
  const seller = await market.addSeller({ kind: 'otomax', timeoutMs: 20_000 })
  const { buyer, attempt, reference } = await ordered(seller)
  const before = other.supplier.orders.size
  await breaks(seller)
  await market.app.lapak.refresh()
  await due(attempt, 'queued')
  await expect.poll(() => exchangesOf(attempt).then((rows) => rows.length)).toBe(2)
  expect(await attemptsOf(buyer)).toMatchObject([{ id: attempt, state: 3 }])
  // The seller delivers the first order after all.
  await seller.supplier.comeUp().catch(() => undefined)
  await seller.supplier.report(reference, 'success')
  expect(await market.app.settled(buyer, 'A')).toMatchObject({ transactionrc: 1, price: 10_000n })
  expect(other.supplier.orders.size).toBe(before)
  await market.booksHold()
})

test('if a secret cannot be decrypted, an order that was never sent is refunded, and an order that was sent raises an alert', async () => {
  const seller = await market.addSeller({ kind: 'otomax', timeoutMs: 20_000 })
  const { attempt } = await ordered(seller)
  await broken(seller, { pin: Buffer.from('rusak') })
  await market.app.lapak.refresh()
  await due(attempt, 'asked')
  await expect.poll(() => alertsOf(attempt)).toMatchObject([{ kind: 'unknown_too_long', message: expect.stringMatching(/Rahasia/) }])

  serial += 1
  const product = await market.app.product({ code: `AG${serial}` })
  const buyer = await market.app.member({ balance: 500_000n })
  await market.app.map(buyer, await market.app.offer({ seller: seller.seller, product, price: 10_000n }))
  await market.order(buyer, { productcode: product.code, target: `86${serial}7777`, reffclient: 'A' })
  expect(await market.app.settled(buyer, 'A')).toMatchObject({ transactionrc: 2 })
  expect(await market.app.balance(buyer)).toBe(500_000n)
  await market.booksHold()
})

test('an order that may still be in transit is not sent again, however often the seller’s server answers that it does not exist', async () => {
  const seller = await market.addSeller({ kind: 'otomax', timeoutMs: 2_000 })
  const { attempt, reference } = await ordered(seller, 'timeout-not-taken')
  for (const times of [1, 2, 3]) {
    await due(attempt, 'asked')
    await expect.poll(() => exchangesOf(attempt).then((rows) => rows.filter(({ state }) => state === 'not-found').length)).toBe(times)
  }
  expect(seller.supplier.ordersOf(reference)).toBe(1)
})

test.each([25, 72, 30 * 24])('an order that its seller does not know after %i hours raises an alert and is not resent', async (hours) => {
  const seller = await market.addSeller({ kind: 'otomax', timeoutMs: 2_000 })
  const { attempt, reference } = await ordered(seller, 'timeout-not-taken')
  const sent_at = new Date(Date.now() - hours * 3_600_000)
  await due(attempt, 'asked', { sent_at })
  await expect.poll(() => alertsOf(attempt)).toMatchObject([{ kind: 'status_too_old' }])
  // The order is not sent again either if it is queued for sending again after that many hours.
  await due(attempt, 'queued', { sent_at })
  await expect.poll(() => exchangesOf(attempt).then((rows) => rows.length)).toBe(3)
  expect(seller.supplier.ordersOf(reference)).toBe(1)
})

test('an order that was sent again stores the first and the last time at which it was sent', async () => {
  const seller = await market.addSeller({ kind: 'otomax', timeoutMs: 2_000 })
  const { attempt, buyer } = await ordered(seller, 'timeout-not-taken')
  const sent_at = new Date(Date.now() - 3_600_000)
  await due(attempt, 'queued', { sent_at })
  expect(await market.app.settled(buyer, 'A')).toMatchObject({ transactionrc: 1 })
  const [row] = await attemptsOf(buyer)
  expect(row?.sent_at).toEqual(sent_at)
  expect(row?.last_sent_at?.getTime()).toBeGreaterThan(sent_at.getTime())
})
