/* Orders from a price card buy exactly the offer of this card, whether it is in the buyer's list or not. No other seller is tried. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestMember } from '../../../../../test/app.ts'
import { startMarket, type TestMarket } from '../../../../../test/market.ts'
import { countStock } from '../../../../../test/stocks.ts'

let market: TestMarket
let listed: Awaited<ReturnType<TestMarket['addSeller']>>
let chosen: Awaited<ReturnType<TestMarket['addSeller']>>
let serial = 0

beforeAll(async () => {
  market = await startMarket()
  listed = await market.addSeller({ kind: 'irs' })
  chosen = await market.addSeller({ kind: 'otomax' })
})
afterAll(async () => {
  await market?.booksHold()
  await market?.stop()
})

/** A new product that both sellers offer, and a new buyer whose list contains only the offer of the first seller. */
async function shop(options: { type?: 0 | 1 | 2; stock?: number; promo?: bigint; balance?: bigint } = {}) {
  serial += 1
  const { type = 0, stock, promo, balance = 100_000n } = options
  const product = await market.app.product({ code: `PIN${serial}`, type })
  const buyer = await market.app.member({ balance, guardMinutes: 0 })
  const inList = await market.app.offer({ seller: listed.seller, product, price: 10_000n })
  const card = await market.app.offer({
    seller: chosen.seller,
    product,
    price: 10_500n,
    ...(stock !== undefined && { stock }),
    ...(promo !== undefined && { promo }),
  })
  await market.app.map(buyer, inList)
  return { buyer, product, code: product.code, inList, card }
}

const buy = (buyer: TestMember, body: Record<string, unknown>) =>
  market.app.call('POST', '/api/v1/transactions/buyer', { token: buyer.token, body })
const detail = async (buyer: TestMember, id: number) =>
  (await market.app.call('GET', `/api/v1/transactions/buyer/${id}`, { token: buyer.token })).body.data
const setOffer = async (id: bigint, change: Record<string, unknown>) => {
  await market.app.tables.updateTable('offer').set(change).where('id', '=', id).execute()
  await market.app.lapak.refresh()
}

test('an order from a price card goes to the seller of the card at this buyer’s price, even if the offer is not in the list', async () => {
  const { buyer, code, card } = await shop({ promo: 10_200n })
  const { status, body } = await buy(buyer, { productcode: code, target: '7700011234', reffclient: 'A', productmemberid: Number(card) })
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ sellername: chosen.seller.name, sellprice: 10_200 })
  expect(await market.app.settled(buyer, 'A')).toMatchObject({ transactionrc: 1, seller_id: chosen.seller.id, price: 10_200n })
  expect(await market.app.balance(buyer)).toBe(89_800n)
  await market.app.tables.insertInto('special_price').values({ offer_id: card, buyer_id: buyer.id, price: 9_000n }).execute()
  await market.app.lapak.refresh()
  const again = await buy(buyer, { productcode: code, target: '7700021234', reffclient: 'B', productmemberid: Number(card) })
  expect(again.body.data.sellprice).toBe(9_000)
})

test('a failed order from a price card returns the money and the stock, and no other seller is tried', async () => {
  const { buyer, code, card } = await shop({ stock: 3 })
  const { body } = await buy(buyer, { productcode: code, target: '7700030001', reffclient: 'F', productmemberid: Number(card) })
  expect(await market.app.settled(buyer, 'F')).toMatchObject({ transactionrc: 2, seller_id: chosen.seller.id })
  expect((await detail(buyer, body.data.id)).attempts).toMatchObject([{ sellername: chosen.seller.name, state: 'failed' }])
  expect(await market.app.balance(buyer)).toBe(100_000n)
  const stock = await market.app.db.read.selectFrom('offer_stock').select('remaining').where('offer_id', '=', card).executeTakeFirst()
  expect(stock?.remaining).toBe(3n)
  // The same order without a chosen offer is tried at the next seller of the list.
  await market.app.map(buyer, card, 2)
  await buy(buyer, { productcode: code, target: '7700040001', reffclient: 'L' })
  await market.app.settled(buyer, 'L')
  const trail = await market.app.db.read
    .selectFrom('purchase')
    .selectAll()
    .where('buyer_id', '=', buyer.id)
    .where('reffclient', '=', 'L')
    .execute()
  expect((await detail(buyer, Number(trail[0]?.id))).attempts).toHaveLength(2)
  await market.booksHold()
})

test('no other seller is tried if the seller of the card answers pending and later failed', async () => {
  const { buyer, code, card } = await shop()
  await buy(buyer, { productcode: code, target: '7700050003', reffclient: 'P', productmemberid: Number(card) })
  expect(await market.app.settled(buyer, 'P')).toMatchObject({ transactionrc: 2, seller_id: chosen.seller.id })
  expect(await market.app.balance(buyer)).toBe(100_000n)
})

test('a repeated order from a price card returns the stored purchase only if it contains the same offer', async () => {
  const { buyer, code, card, inList } = await shop()
  const order = { productcode: code, target: '7700061234', reffclient: 'I', productmemberid: Number(card) }
  const first = await buy(buyer, order)
  expect((await buy(buyer, order)).body.data.id).toBe(first.body.data.id)
  const other = { status: 409, body: { code: 'purchase.reference_used' } }
  expect(await buy(buyer, { ...order, productmemberid: Number(inList) })).toMatchObject(other)
  expect(await buy(buyer, { ...order, productmemberid: undefined })).toMatchObject(other)
  expect(await market.order(buyer, { productcode: code, target: order.target, reffclient: 'I' })).toMatchObject({ status: 409 })
  // A repeated order without an offer is a different order than one from a card, even if both go to the same seller.
  await buy(buyer, { productcode: code, target: '7700071234', reffclient: 'J' })
  expect(await buy(buyer, { productcode: code, target: '7700071234', reffclient: 'J', productmemberid: Number(inList) })).toMatchObject(
    other,
  )
  // A repeated order returns the stored purchase even after the offer was removed.
  await setOffer(card, { archived_at: new Date() })
  expect((await buy(buyer, order)).body.data.id).toBe(first.body.data.id)
})

test('an order from a price card is refused if its offer is closed, cut off, sold out, too expensive, of another product or the buyer’s own', async () => {
  const { buyer, code, card } = await shop({ stock: 1 })
  const other = await shop()
  let nth = 0
  const code_of = async (who: TestMember, more: Record<string, unknown>) => {
    const { status, body } = await buy(who, { productcode: code, target: '7700081234', reffclient: `N${nth++}`, ...more })
    return `${status} ${body.code ?? ''}`
  }
  const it = { productmemberid: Number(card) }
  expect(await code_of(buyer, { ...it, maxprice: 10_499 })).toBe('422 purchase.price_ceiling')
  expect(await code_of(buyer, { productmemberid: Number(other.card) })).toBe('422 purchase.no_supplier')
  expect(await code_of(buyer, { productmemberid: 999_999 })).toBe('422 purchase.no_supplier')
  expect(await code_of(chosen.seller, it)).toBe('422 purchase.no_supplier')
  await setOffer(card, { open: false })
  expect(await code_of(buyer, it)).toBe('422 purchase.no_supplier')
  await setOffer(card, { open: true, cutoff_from: '00:00:00', cutoff_to: '23:59:00' })
  expect(await code_of(buyer, it)).toBe('422 purchase.cut_off')
  await setOffer(card, { cutoff_from: null, cutoff_to: null })
  await countStock(market.app.tables, card, 0n)
  expect(await code_of(buyer, it)).toBe('422 purchase.sold_out')
  await countStock(market.app.tables, card, 1n)
  expect(await code_of(buyer, { ...it, maxprice: 10_500 })).toBe('200 ')
})

test('a bill from a price card is requested from and paid to the seller of the card', async () => {
  const { buyer, code, card, inList } = await shop({ type: 1, balance: 1_000_000n })
  const ask = (productmemberid: bigint) =>
    market.app.call('POST', '/api/v1/transactions/inquiry', {
      token: buyer.token,
      body: { productcode: code, target: '7700091234', productmemberid: Number(productmemberid) },
    })
  const { body } = await ask(card)
  expect(body).toMatchObject({ success: true })
  const pay = { productcode: code, target: '7700091234', token: body.data.token }
  expect((await buy(buyer, { ...pay, reffclient: 'B0', productmemberid: Number(inList) })).body.code).toBe('purchase.token_invalid')
  const paid = await buy(buyer, { ...pay, reffclient: 'B1', productmemberid: Number(card) })
  expect(paid.body.data).toMatchObject({ sellername: chosen.seller.name, sellprice: body.data.price })
  await setOffer(card, { open: false })
  expect((await ask(card)).body.code).toBe('purchase.no_supplier')
})

test('an offer with price 0, such as one of a former bill product, is skipped in the list and refused from its card', async () => {
  const { buyer, code, inList, card } = await shop()
  await market.app.map(buyer, card, 2)
  await setOffer(inList, { sell_price: 0n })
  expect(await market.order(buyer, { productcode: code, target: '7700071234', reffclient: 'NOL-1' })).toMatchObject({ success: true })
  expect(await market.app.settled(buyer, 'NOL-1')).toMatchObject({ transactionrc: 1, seller_id: chosen.seller.id, price: 10_500n })
  const at = await buy(buyer, { productcode: code, target: '7700081234', reffclient: 'NOL-2', productmemberid: Number(inList) })
  expect([at.status, at.body.code]).toEqual([422, 'purchase.no_supplier'])
})
