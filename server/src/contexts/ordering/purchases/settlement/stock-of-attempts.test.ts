import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestMember } from '../../../../../test/app.ts'
import { startMarket, type TestMarket } from '../../../../../test/market.ts'

/** A seller changes the stock of an offer while orders are pending. */
let market: TestMarket
let seller: TestMember
let admin: TestMember
let buyer: TestMember
let offer: bigint
let code: string
let serial = 0

beforeAll(async () => {
  market = await startMarket()
  seller = (await market.addSeller()).seller
  admin = await market.app.member({ roles: ['ROLE_ADMIN'] })
})

afterAll(() => market.stop())

beforeEach(async () => {
  serial += 1
  buyer = await market.app.member({ balance: 500_000n })
  code = `ST${serial}`
})

async function sells(stock?: number) {
  const product = await market.app.product({ code })
  offer = await market.app.offer({ seller, product, price: 10_000n, ...(stock !== undefined && { stock }) })
  await market.app.map(buyer, offer)
}

/** Places pending orders. Returns a function for each order that makes it fail. */
async function pending(count: number): Promise<(() => Promise<unknown>)[]> {
  const orders = await Promise.all(
    Array.from({ length: count }, (_, nth) =>
      market.order(buyer, { productcode: code, target: `87${serial}${10 + nth}0013`, reffclient: `S${serial}-${nth}` }),
    ),
  )
  expect(orders.map(({ success }) => success)).toEqual(orders.map(() => true))
  return orders.map(
    ({ data }) =>
      () =>
        market.app.call('PATCH', `/api/admin/v1/transaction/${data.id}/2`, { token: admin.token, body: { description: 'Uji koreksi' } }),
  )
}

async function counts(stok: number | null) {
  const { body } = await market.app.call('PATCH', `/api/v1/seller/product/${offer}`, { token: seller.token, body: { stok } })
  expect(body).toMatchObject({ success: true })
}

const remaining = async () => {
  const row = await market.app.db.read.selectFrom('offer_stock').select('remaining').where('offer_id', '=', offer).executeTakeFirst()
  return row === undefined ? null : Number(row.remaining)
}

test('a failed order returns its piece of stock once, however often the failure is repeated', async () => {
  await sells(3)
  const [first] = await pending(2)
  expect(await remaining()).toBe(1)
  await Promise.all([first?.(), first?.(), first?.()])
  await first?.()
  expect(await remaining()).toBe(2)
  await market.booksHold()
})

test('orders of an offer with unlimited stock return nothing to a stock that was set later', async () => {
  await sells()
  const fails = await pending(3)
  await counts(1)
  for (const fail of fails) await fail()
  expect(await remaining()).toBe(1)
})

test('orders that took a piece return it neither to unlimited stock, nor to a limited stock that was set after unlimited stock', async () => {
  await sells(3)
  const [first, second] = await pending(2)
  await counts(null)
  await first?.()
  expect(await remaining()).toBeNull()
  await counts(1)
  await second?.()
  expect(await remaining()).toBe(1)
})

test('a failed order returns its piece to a stock that was only corrected', async () => {
  await sells(3)
  const [first] = await pending(2)
  await counts(5)
  await first?.()
  expect(await remaining()).toBe(6)
})
