/* Products outside the buyer's list, which the web app orders at the cheapest open offer. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestMember } from '../../../../../test/app.ts'
import { startMarket, type TestMarket } from '../../../../../test/market.ts'

let market: TestMarket
let dear: Awaited<ReturnType<TestMarket['addSeller']>>
let cheap: Awaited<ReturnType<TestMarket['addSeller']>>
let serial = 0

beforeAll(async () => {
  market = await startMarket()
  dear = await market.addSeller({ kind: 'irs' })
  cheap = await market.addSeller({ kind: 'otomax' })
})
afterAll(async () => {
  await market?.booksHold()
  await market?.stop()
})

/** A product of its own brand, which one seller offers at a high price and the other seller at a low price, and a buyer without a list. */
async function shop({ stock, operator }: { stock?: number; operator?: string } = {}) {
  serial += 1
  const product = await market.app.product({ code: `LUAR${serial}`, ...(operator !== undefined && { operator }) })
  const buyer = await market.app.member({ balance: 100_000n, guardMinutes: 0 })
  const atDear = await market.app.offer({ seller: dear.seller, product, price: 10_500n })
  const atCheap = await market.app.offer({ seller: cheap.seller, product, price: 10_000n, ...(stock !== undefined && { stock }) })
  return { buyer, product, code: product.code, atDear, atCheap }
}

const orderable = async (who: TestMember, code: string, target?: string) => {
  const asked = new URLSearchParams({ search: code, ...(target !== undefined && { target }) })
  const { body } = await market.app.call('GET', `/api/v1/transactions/orderable?${asked}`, { token: who.token })
  return body.data.products.filter(({ productcode }: { productcode: string }) => productcode === code)
}
const buy = (who: TestMember, body: Record<string, unknown>) =>
  market.app.call('POST', '/api/v1/transactions/buyer', { token: who.token, body })
const setOffer = async (id: bigint, change: Record<string, unknown>) => {
  await market.app.tables.updateTable('offer').set(change).where('id', '=', id).execute()
  await market.app.lapak.refresh()
}

test('a product outside the list is shown with its cheapest open offer, and an order pays the price that is shown', async () => {
  const { buyer, code, atCheap } = await shop()
  const [row, ...others] = await orderable(buyer, code)
  expect(others).toEqual([])
  expect(row).toMatchObject({ productmemberid: Number(atCheap), price: 10_000, sellername: cheap.seller.name, state: 'open' })
  const { status, body } = await buy(buyer, {
    productcode: code,
    target: '7700011234',
    reffclient: 'A',
    productmemberid: row.productmemberid,
    maxprice: row.price,
  })
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ sellername: cheap.seller.name, sellprice: 10_000 })
  expect(await market.app.settled(buyer, 'A')).toMatchObject({ transactionrc: 1, price: 10_000n })
})

test('the shown offer of a product outside the list is open, in stock and the cheapest for this buyer', async () => {
  const { buyer, code, atDear, atCheap } = await shop({ stock: 0 })
  const chosen = async () =>
    (await orderable(buyer, code)).map(({ productmemberid, price }: Record<string, number>) => [productmemberid, price])
  expect(await chosen()).toEqual([[Number(atDear), 10_500]])
  await market.app.tables.insertInto('special_price').values({ offer_id: atDear, buyer_id: buyer.id, price: 9_000n }).execute()
  await setOffer(atCheap, { stocked: false })
  expect(await chosen()).toEqual([[Number(atDear), 9_000]])
  await setOffer(atDear, { open: false })
  expect(await chosen()).toEqual([[Number(atCheap), 10_000]])
  await setOffer(atCheap, { disturbed: true })
  expect(await chosen()).toEqual([])
})

test('an order outside the list is refused if its offer changed after it was shown, and no other seller is tried', async () => {
  const { buyer, code, atCheap } = await shop()
  const [row] = await orderable(buyer, code)
  const asked = { productcode: code, target: '7700021234', productmemberid: row.productmemberid, maxprice: row.price }
  await setOffer(atCheap, { sell_price: 10_200n })
  expect((await buy(buyer, { ...asked, reffclient: 'B' })).body.code).toBe('purchase.price_ceiling')
  await setOffer(atCheap, { open: false })
  expect((await buy(buyer, { ...asked, reffclient: 'B' })).body.code).toBe('purchase.no_supplier')
  expect(await market.app.balance(buyer)).toBe(100_000n)
})

test('products of brands in the list are taken from the list, and are shown before products outside it', async () => {
  const { buyer, code, atDear } = await shop()
  const { code: other } = await shop()
  await market.app.map(buyer, atDear)
  const [row] = await orderable(buyer, code)
  expect(row).toMatchObject({ price: 10_500, sellername: dear.seller.name })
  expect(row).not.toHaveProperty('productmemberid')
  const { body } = await market.app.call('GET', '/api/v1/transactions/orderable?search=LUAR', { token: buyer.token })
  const codes = body.data.products.map(({ productcode }: { productcode: string }) => productcode)
  expect(codes[0]).toBe(code)
  expect(codes).toContain(other)
})

test('products outside the list are filtered by the typed number in the same way as products in the list', async () => {
  const { buyer, code } = await shop({ operator: 'TSEL' })
  expect(await orderable(buyer, code, '0812')).toHaveLength(1)
  expect(await orderable(buyer, code, '0817')).toEqual([])
})

test("a member's own offers are not shown outside the list", async () => {
  const { code, atCheap, atDear } = await shop()
  expect(await orderable(cheap.seller, code)).toMatchObject([{ productmemberid: Number(atDear) }])
  expect(await orderable(dear.seller, code)).toMatchObject([{ productmemberid: Number(atCheap) }])
})

test('products outside the list are an option of the buyer, and can be ordered in the web app only', async () => {
  const { buyer, code } = await shop()
  const change = (openoffers: number) => market.app.call('PATCH', '/api/v1/user/api', { token: buyer.token, body: { openoffers } })
  // Orders of buyers' software use only the list, whatever the option is.
  expect(await market.order(buyer, { productcode: code, target: '7700031234', reffclient: 'API' })).toMatchObject({
    code: 'purchase.not_in_list',
  })
  const { body } = await market.app.h2h(buyer, 'GET', '/h2h/v1/products')
  expect(JSON.stringify(body)).not.toContain(code)
  expect((await change(0)).body.data).toMatchObject({ openoffers: 0 })
  expect(await orderable(buyer, code)).toEqual([])
  expect((await change(1)).body.data).toMatchObject({ openoffers: 1 })
  expect(await orderable(buyer, code)).toHaveLength(1)
})
