import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ConcurrentModificationError } from '#db/concurrent-modification.ts'
import type { TestMember } from '../../../../../test/app.ts'
import { type OrderBody, startMarket, type TestMarket } from '../../../../../test/market.ts'
import { shutOut } from '../../../../../test/shut-out.ts'
import { countStock } from '../../../../../test/stocks.ts'
import { suspend } from '../../../../../test/suspensions.ts'
import type { SellerCandidate } from '../routing/route.ts'
import { keepAvailable } from './failover.ts'

/** Failover to the next seller after changes that the snapshot does not contain yet. */
type Seller = Awaited<ReturnType<TestMarket['addSeller']>>
let market: TestMarket
let first: Seller
let second: Seller
let buyer: TestMember
let offers: [bigint, bigint]
let code: string
let serial = 0

beforeAll(async () => {
  market = await startMarket({ ASK_AFTER_MS: '600000' })
})

afterAll(() => market.stop())

beforeEach(async () => {
  serial += 1
  first = await market.addSeller({ timeoutMs: 20_000 })
  second = await market.addSeller({ timeoutMs: 20_000 })
  const product = await market.app.product({ code: `FO${serial}` })
  code = product.code
  buyer = await market.app.member({ balance: 100_000n })
  offers = [
    await market.app.offer({ seller: first.seller, product, price: 10_000n }),
    await market.app.offer({ seller: second.seller, product, price: 10_500n, stock: 5 }),
  ]
  for (const [index, offer] of offers.entries()) await market.app.map(buyer, offer, index + 1)
})

/** Offers of bills or open denominations from both sellers, with margins of 1,000 and 1,500 rupiah. */
async function goodsOf(type: 1 | 2) {
  const product = await market.app.product({ code: `FK${serial}`, type })
  for (const [index, { seller }] of [first, second].entries()) {
    const offer = await market.app.offer({ seller, product, price: index === 0 ? 1_000n : 1_500n })
    await market.app.map(buyer, offer, index + 1)
  }
  return product.code
}

/** An order that is pending at its first seller. */
async function pending(more: Partial<OrderBody> = {}) {
  const target = `85${serial}0013`
  second.supplier.script(target, 'success')
  const { data } = await market.order(buyer, { productcode: code, target, reffclient: 'F', ...more })
  const waiting = () =>
    market.app.db.read.selectFrom('attempt').selectAll().where('purchase_id', '=', BigInt(data.id)).executeTakeFirstOrThrow()
  await expect.poll(async () => (await waiting()).state).toBe(2)
  const { code: installation } = await market.app.db.read.selectFrom('installation').select('code').executeTakeFirstOrThrow()
  return `${installation}${(await waiting()).id}`
}

/** Reports a failure of the first seller while the snapshot cannot be refreshed, because one of its tables is locked during the report. */
async function failsBeforeMemoryKnows(reference: string, change: () => Promise<unknown>) {
  let report: Promise<void> | undefined
  await market.app.tables.transaction().execute(async (tx) => {
    await sql`lock table offer_quality in access exclusive mode`.execute(tx)
    await change()
    report = first.supplier.report(reference, 'failed')
    await Promise.race([report, new Promise((resolve) => setTimeout(resolve, 700))])
  })
  await report
}

/** Shop hours of one hour a day, which begin an hour from now. */
const notNow = () => {
  const minute = Math.floor(Date.now() / 60_000) + 7 * 60
  return Array.from({ length: 7 }, () => [(minute + 60) % 1440, (minute + 120) % 1440]).flat()
}

const set = {
  offer: (change: Record<string, unknown>) => market.app.tables.updateTable('offer').set(change).where('id', '=', offers[1]).execute(),
  member: (change: Record<string, unknown>) =>
    market.app.tables.updateTable('member').set(change).where('id', '=', second.seller.id).execute(),
  api: (change: Record<string, unknown>) =>
    market.app.tables.updateTable('seller_api').set(change).where('seller_id', '=', second.seller.id).execute(),
  mapping: (change: Record<string, unknown>) =>
    market.app.tables.updateTable('buying_list_entry').set(change).where('offer_id', '=', offers[1]).execute(),
  product: (change: Record<string, unknown>) => market.app.tables.updateTable('product').set(change).where('code', '=', code).execute(),
  special: (price: bigint) =>
    market.app.tables.insertInto('special_price').values({ offer_id: offers[1], buyer_id: buyer.id, price }).execute(),
}

test.each([
  { what: 'has another price', change: () => set.offer({ sell_price: 11_000n }), price: 11_000n },
  { what: 'has a price of the buyer’s own', change: () => set.special(9_000n), price: 9_000n },
  { what: 'is dearer than what the buyer has', change: () => set.offer({ sell_price: 100_001n }), price: null },
  { what: 'is closed', change: () => set.offer({ open: false }), price: null },
  { what: 'is gone', change: () => set.offer({ archived_at: new Date() }), price: null },
  { what: 'is of a closed shop', change: () => set.member({ shop_open: false }), price: null },
  { what: 'is of a shop outside of its hours', change: () => set.member({ shop_hours: notNow() }), price: null },
  { what: 'is of a closed product', change: () => set.product({ active: false }), price: null },
  { what: 'is of a blocked seller', change: () => shutOut(market.app.tables, second.seller.id), price: null },
  { what: 'is of a rested seller', change: () => suspend(market.app.tables, second.seller.id), price: null },
  { what: 'is of a seller whose settings were not tested', change: () => set.api({ tested_at: null }), price: null },
  { what: 'is of a buyer who was blocked', change: () => shutOut(market.app.tables, buyer.id), price: null },
  { what: 'is switched off in the buyer’s list', change: () => set.mapping({ active: false }), price: null },
  { what: 'is no longer in the buyer’s list', change: () => set.mapping({ archived_at: new Date() }), price: null },
])('failover follows the row of a next offer if it is newer than the snapshot: it $what', async ({ change, price }) => {
  const reference = await pending()
  await failsBeforeMemoryKnows(reference, change)
  expect(await market.app.settled(buyer, 'F')).toMatchObject(price === null ? { transactionrc: 2 } : { transactionrc: 1, price })
  expect(await market.app.balance(buyer)).toBe(100_000n - (price ?? 0n))
  expect(second.supplier.orders.size).toBe(price === null ? 0 : 1)
  await market.booksHold()
})

/**
 * Returns which candidates remain for a failed purchase. Each candidate is the second seller's offer, with a cached version that is lower than that
 * of the row by one of the numbers in `behind`.
 */
async function leftOf(trust: 'memory' | 'rows', ...behind: bigint[]) {
  const { db } = market.app
  const row = await db.read
    .selectFrom('offer')
    .select(['id', 'version', 'seller_id', 'product_id'])
    .where('id', '=', offers[1])
    .executeTakeFirstOrThrow()
  const known = { id: row.id, sellerId: row.seller_id, productId: row.product_id }
  const product = { id: row.product_id } as SellerCandidate['product']
  const failed = { id: 1n, buyer_id: buyer.id, product_id: row.product_id, offer_id: offers[0], price: 10_000n }
  const purchases = new Map([[1n, { ...failed, amount: null, maxprice: null, inquiry_id: null, pinned: false }]])
  const offersOf = behind.map((by) => ({ ...known, version: row.version - by }) as SellerCandidate['offer'])
  const ways = new Map([[1n, offersOf.map((offer) => ({ product, offer, price: 10_500n }))]])
  await db.fast.transaction((tx) => keepAvailable(tx, ways, purchases, trust))
  return ways.get(1n)?.map(({ offer }) => row.version - offer.version)
}

test.each([
  ['is closed', { shop_open: false }],
  ['is outside of its hours', { shop_hours: notNow() }],
])('a shop that %s is skipped when its rows are read under the locks, whatever the snapshot contains', async (_, change) => {
  expect(await leftOf('rows', 0n)).toEqual([0n])
  await set.member(change)
  expect(await leftOf('rows', 0n)).toEqual([])
})

test('a changed offer makes the batch start again with a refreshed snapshot, and is skipped after several attempts', async () => {
  expect(await leftOf('memory', 0n)).toEqual([0n])
  await expect(leftOf('memory', 0n, 1n)).rejects.toThrow(ConcurrentModificationError)
  expect(await leftOf('rows', 1n, 0n)).toEqual([0n])
})

test('an offer that sold out since the snapshot was read is skipped', async () => {
  const reference = await pending()
  await countStock(market.app.tables, offers[1], 0n)
  await first.supplier.report(reference, 'failed')
  expect(await market.app.settled(buyer, 'F')).toMatchObject({ transactionrc: 2 })
  expect(second.supplier.orders.size).toBe(0)
})

test('the fee of a sale is computed from the price of the seller that delivers, not from that of the first seller', async () => {
  await market.app.setting('sale.feeBasisPoints', 100)
  const reference = await pending()
  await first.supplier.report(reference, 'failed')
  expect(await market.app.settled(buyer, 'F')).toMatchObject({ transactionrc: 1, price: 10_500n })
  await market.app.setting('sale.feeBasisPoints', 0)
  expect(await market.app.balance(second.seller)).toBe(10_395n)
  const { fee } = await market.app.db.read.selectFrom('purchase').select('fee').where('buyer_id', '=', buyer.id).executeTakeFirstOrThrow()
  expect(fee).toBe(105n)
  await market.booksHold()
})

test.each([
  { what: 'below the next price', order: { maxprice: 10_499 }, price: null },
  { what: 'equal to the next price', order: { maxprice: 10_500 }, price: 10_500n },
])('the next seller is tried if its price is within the `maxprice` of the order: `maxprice` is $what', async ({ order, price }) => {
  await first.supplier.report(await pending(order), 'failed')
  expect(await market.app.settled(buyer, 'F')).toMatchObject(price === null ? { transactionrc: 2 } : { transactionrc: 1, price })
  expect(await market.app.balance(buyer)).toBe(100_000n - (price ?? 0n))
  expect(second.supplier.orders.size).toBe(price === null ? 0 : 1)
})

test.each([
  { what: 'below the amount plus the next margin', maxprice: 51_499, price: null },
  { what: 'equal to the amount plus the next margin', maxprice: 51_500, price: 51_500n },
])(
  'an open denomination is tried at the next seller if the price is within `maxprice`: `maxprice` is $what',
  async ({ maxprice, price }) => {
    const productcode = await goodsOf(2)
    await first.supplier.report(await pending({ productcode, amount: 50_000, maxprice }), 'failed')
    expect(await market.app.settled(buyer, 'F')).toMatchObject(price === null ? { transactionrc: 2 } : { transactionrc: 1, price })
    expect(await market.app.balance(buyer)).toBe(100_000n - (price ?? 0n))
    await market.booksHold()
  },
)

test('the hold of the failed attempt can pay the next seller, down to the last rupiah of the balance', async () => {
  buyer = await market.app.member({ balance: 10_500n })
  for (const [index, offer] of offers.entries()) await market.app.map(buyer, offer, index + 1)
  await first.supplier.report(await pending(), 'failed')
  expect(await market.app.settled(buyer, 'F')).toMatchObject({ transactionrc: 1, price: 10_500n })
  expect(await market.app.balance(buyer)).toBe(0n)
  await market.booksHold()
})

test('an order for an offer that the buyer chose is tried at no other seller of the list', async () => {
  const target = `85${serial}0013`
  const body = { productcode: code, target, reffclient: 'F', productmemberid: Number(offers[0]) }
  const { data } = (await market.app.call('POST', '/api/v1/transactions/buyer', { token: buyer.token, body })).body
  const attempt = () =>
    market.app.db.read.selectFrom('attempt').selectAll().where('purchase_id', '=', BigInt(data.id)).executeTakeFirstOrThrow()
  await expect.poll(async () => (await attempt()).state, { timeout: 60_000 }).toBe(2)
  const { code: installation } = await market.app.db.read.selectFrom('installation').select('code').executeTakeFirstOrThrow()
  await first.supplier.report(`${installation}${(await attempt()).id}`, 'failed')
  expect(await market.app.settled(buyer, 'F')).toMatchObject({ transactionrc: 2 })
  expect(await market.app.balance(buyer)).toBe(100_000n)
  expect(second.supplier.orders.size).toBe(0)
})

test('a bill that its seller failed to pay is never sent to another seller', async () => {
  buyer = await market.app.member({ balance: 1_000_000n })
  const productcode = await goodsOf(1)
  const target = `85${serial}0013`
  const { body } = await market.app.h2h(buyer, 'POST', '/h2h/v1/inquiries', { productcode, target })
  await first.supplier.report(await pending({ productcode, token: body.data.token }), 'failed')
  expect(await market.app.settled(buyer, 'F')).toMatchObject({ transactionrc: 2 })
  expect(await market.app.balance(buyer)).toBe(1_000_000n)
  expect(second.supplier.orders.size).toBe(0)
  await market.booksHold()
})
