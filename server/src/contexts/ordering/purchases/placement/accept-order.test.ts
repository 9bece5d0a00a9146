import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestMember } from '../../../../../test/app.ts'
import { startMarket, type TestMarket } from '../../../../../test/market.ts'
import { shutOut } from '../../../../../test/shut-out.ts'

let market: TestMarket
let first: Awaited<ReturnType<TestMarket['addSeller']>>
let second: Awaited<ReturnType<TestMarket['addSeller']>>
let serial = 0

beforeAll(async () => {
  market = await startMarket()
  first = await market.addSeller({ kind: 'irs' })
  second = await market.addSeller({ kind: 'otomax' })
})

afterAll(() => market.stop())

/** Creates a new product, which both sellers offer by default. */
async function goods(
  options: { type?: 0 | 1 | 2; denom?: bigint; operator?: string; stock?: number; promo?: bigint; both?: boolean } = {},
) {
  serial += 1
  const { type = 0, denom = 10n, operator, stock, promo, both = true } = options
  const product = await market.app.product({ code: `P${serial}`, type, denom, ...(operator && { operator }) })
  const offers = [
    await market.app.offer({
      seller: first.seller,
      product,
      price: 10_000n,
      ...(stock !== undefined && { stock }),
      ...(promo && { promo }),
    }),
  ]
  if (both) offers.push(await market.app.offer({ seller: second.seller, product, price: 10_500n }))
  return { product, offers: offers as [bigint, bigint], code: product.code }
}

async function buyerOf(offers: bigint[], balance = 1_000_000n, guardMinutes?: number): Promise<TestMember> {
  const buyer = await market.app.member({ balance, ...(guardMinutes !== undefined && { guardMinutes }) })
  for (const [index, offer] of offers.entries()) await market.app.map(buyer, offer, index + 1)
  return buyer
}

const setOffer = async (id: bigint, change: Record<string, unknown>) => {
  await market.app.tables.updateTable('offer').set(change).where('id', '=', id).execute()
  await market.app.lapak.refresh()
}

const countOf = async (buyer: TestMember) =>
  Number(
    (
      await market.app.db.read
        .selectFrom('purchase')
        .select((of) => of.fn.countAll<bigint>().as('n'))
        .where('buyer_id', '=', buyer.id)
        .executeTakeFirstOrThrow()
    ).n,
  )

test('an order is pending while its price is held, is sent to the seller once, and ends in success with a serial number', async () => {
  const { code, offers } = await goods({ operator: 'TSEL' })
  const buyer = await buyerOf(offers)
  const before = await market.app.balance(first.seller)
  const answer = await market.order(buyer, { productcode: code, target: '0812-3456-7890', reffclient: 'A-1' })
  expect(answer).toMatchObject({
    status: 200,
    success: true,
    data: { reffclient: 'A-1', transactionrc: 0, status: 'Pending', rc: '03', price: 10_000, balance: 990_000, target: '081234567890' },
  })
  const done = await market.app.settled(buyer, 'A-1')
  expect(done).toMatchObject({ transactionrc: 1, price: 10_000n })
  expect(done.serialnumber).toMatch(/\S/)
  expect(await market.app.balance(buyer)).toBe(990_000n)
  expect((await market.app.balance(first.seller)) - before).toBe(10_000n)
  await market.booksHold()
})

test('a repeated order with the same reference returns the stored purchase, even if the product can no longer be ordered', async () => {
  const { code, offers } = await goods()
  const buyer = await buyerOf(offers)
  const order = { productcode: code, target: '881234', reffclient: 'SAME' }
  const one = await market.order(buyer, order)
  await market.app.settled(buyer, 'SAME')
  for (const offer of offers) await setOffer(offer, { open: false })
  const again = await market.order(buyer, order)
  expect(again).toMatchObject({ success: true, data: { id: one.data.id, transactionrc: 1, rc: '00' } })
  expect(await countOf(buyer)).toBe(1)
  expect(await market.app.balance(buyer)).toBe(990_000n)
})

test('a different order with a used reference is refused', async () => {
  const { code, offers } = await goods()
  const buyer = await buyerOf(offers)
  await market.order(buyer, { productcode: code, target: '881235', reffclient: 'USED' })
  const otherGoods = await goods()
  for (const [index, offer] of otherGoods.offers.entries()) await market.app.map(buyer, offer, index + 1)
  for (const other of [{ target: '881236' }, { counter: 2 }, { productcode: otherGoods.code }]) {
    const refused = await market.order(buyer, { productcode: code, target: '881235', reffclient: 'USED', ...other })
    expect(refused).toMatchObject({ status: 409, success: false, code: 'purchase.reference_used', rc: '49' })
  }
  expect(await countOf(buyer)).toBe(1)
})

test('an order that differs in the amount only is refused with a used reference', async () => {
  const { code, offers } = await goods({ type: 2, denom: 1000n })
  const buyer = await buyerOf(offers)
  const order = { productcode: code, target: '881239', reffclient: 'AMOUNT' }
  const one = await market.order(buyer, { ...order, amount: 20_000 })
  expect(one).toMatchObject({ success: true })
  expect(await market.order(buyer, { ...order, amount: 21_000 })).toMatchObject({ status: 409, code: 'purchase.reference_used' })
  expect(await market.order(buyer, { ...order, amount: 20_000 })).toMatchObject({ success: true, data: { id: one.data.id } })
  expect(await countOf(buyer)).toBe(1)
})

test('a repeated order with its reference returns the stored purchase even after its brand changed the target kind', async () => {
  const { code, offers, product } = await goods()
  const buyer = await buyerOf(offers)
  const setKind = async (target_kind: string) => {
    await market.app.tables
      .updateTable('brand')
      .set({ target_kind })
      .where('id', '=', (of) => of.selectFrom('product').select('brand_id').where('id', '=', product.id))
      .execute()
    await market.app.lapak.refresh()
  }
  await setKind('digits')
  const order = { productcode: code, target: '88-1237 77', reffclient: 'KIND' }
  const one = await market.order(buyer, order)
  expect(one).toMatchObject({ success: true })
  await setKind('text')
  expect(await market.order(buyer, order)).toMatchObject({ success: true, data: { id: one.data.id } })
  expect(await market.order(buyer, { ...order, target: '88-123778' })).toMatchObject({ code: 'purchase.reference_used' })
  expect(await countOf(buyer)).toBe(1)
})

test('target: a mobile number is stored in its national form, and an invalid meter number is refused', async () => {
  const kinds = { mobile: await goods(), meter: await goods() }
  for (const [target_kind, { product }] of Object.entries(kinds))
    await market.app.tables
      .updateTable('brand')
      .set({ target_kind })
      .where('id', '=', (of) => of.selectFrom('product').select('brand_id').where('id', '=', product.id))
      .execute()
  await market.app.lapak.refresh()
  const buyer = await buyerOf([...kinds.mobile.offers, ...kinds.meter.offers])
  const stored = async (reffclient: string) => (await market.app.h2h(buyer, 'GET', `/h2h/v1/transactions/${reffclient}`)).body.data.target
  for (const [nth, target] of ['81234567001', '0062 812-3456-7002', '+62 812 3456 7003'].entries()) {
    const order = { productcode: kinds.mobile.code, target, reffclient: `DIAL-${nth}` }
    expect(await market.order(buyer, order)).toMatchObject({ success: true })
    expect(await stored(order.reffclient)).toBe(`08123456700${nth + 1}`)
    // Each spelling of the target returns the stored order.
    expect(await market.order(buyer, { ...order, target: `08123456700${nth + 1}` })).toMatchObject({ success: true })
  }
  for (const [nth, target] of ['+6280112345678', '1412345678', '141234567890123'].entries())
    expect(await market.order(buyer, { productcode: kinds.meter.code, target, reffclient: `METER-${nth}` })).toMatchObject({
      ...{ status: 422, code: 'purchase.wrong_prefix', rc: '52' },
    })
  expect(await market.order(buyer, { productcode: kinds.meter.code, target: '1412-3456 789', reffclient: 'METER' })).toMatchObject({
    success: true,
  })
  expect(await stored('METER')).toBe('14123456789')
})

test('a second order of a product for a target is refused as a probable double, unless its counter differs', async () => {
  const { code, offers } = await goods()
  const buyer = await buyerOf(offers)
  const order = { productcode: code, target: '881240' }
  await market.order(buyer, { ...order, reffclient: 'D-1' })
  expect(await market.order(buyer, { ...order, reffclient: 'D-2' })).toMatchObject({
    status: 409,
    code: 'purchase.probable_double',
    rc: '63',
  })
  expect(await market.order(buyer, { ...order, reffclient: 'D-2', counter: 2 })).toMatchObject({ success: true })
  expect(await market.order(buyer, { ...order, reffclient: 'D-3', counter: 2 })).toMatchObject({ code: 'purchase.probable_double' })
  expect(await countOf(buyer)).toBe(2)
})

test('an order that was refused as a double does not use up its reference', async () => {
  const { code, offers } = await goods()
  const buyer = await buyerOf(offers)
  const order = { productcode: code, target: '881241' }
  await market.order(buyer, { ...order, reffclient: 'R-1' })
  await market.order(buyer, { ...order, reffclient: 'R-2' })
  await market.app.tables
    .updateTable('recent_order')
    .set({ until: new Date(0) })
    .execute()
  expect(await market.order(buyer, { ...order, reffclient: 'R-2' })).toMatchObject({ success: true })
})

test('a buyer can switch the check for doubles off', async () => {
  const { code, offers } = await goods()
  const buyer = await buyerOf(offers, 1_000_000n, 0)
  const order = { productcode: code, target: '881242' }
  expect(await market.order(buyer, { ...order, reffclient: 'G-1' })).toMatchObject({ success: true })
  expect(await market.order(buyer, { ...order, reffclient: 'G-2' })).toMatchObject({ success: true })
})

test('an order can be repeated after its purchase failed, and is not a double', async () => {
  const { code, offers } = await goods({ both: false })
  const buyer = await buyerOf(offers)
  await market.order(buyer, { productcode: code, target: '880001', reffclient: 'F-1' })
  expect(await market.app.settled(buyer, 'F-1')).toMatchObject({ transactionrc: 2 })
  expect(await market.order(buyer, { productcode: code, target: '880001', reffclient: 'F-2' })).toMatchObject({ success: true })
})

test('an order above the balance is refused and nothing is written', async () => {
  const { code, offers } = await goods()
  const buyer = await buyerOf(offers, 9_999n)
  expect(await market.order(buyer, { productcode: code, target: '881250', reffclient: 'L-1' })).toMatchObject({
    status: 422,
    code: 'balance.too_low',
    rc: '44',
  })
  expect(await countOf(buyer)).toBe(0)
  expect(await market.app.balance(buyer)).toBe(9_999n)
})

test('a promo price applies only if it is below the sell price, and a special price overrides both', async () => {
  const { code, offers } = await goods({ promo: 9_800n })
  const buyer = await buyerOf(offers)
  expect(await market.order(buyer, { productcode: code, target: '881261', reffclient: 'P-1' })).toMatchObject({ data: { price: 9_800 } })
  await setOffer(offers[0], { promo_price: 10_000n })
  expect(await market.order(buyer, { productcode: code, target: '881262', reffclient: 'P-2' })).toMatchObject({ data: { price: 10_000 } })
  await market.app.tables.insertInto('special_price').values({ offer_id: offers[0], buyer_id: buyer.id, price: 9_700n }).execute()
  expect(await market.order(buyer, { productcode: code, target: '881263', reffclient: 'P-3' })).toMatchObject({ data: { price: 9_700 } })
})

test('an order pays the price in the database if it has just changed, never the price in the cache', async () => {
  const { code, offers } = await goods()
  const buyer = await buyerOf(offers)
  for (let price = 10_001n; price <= 10_010n; price++) {
    await market.app.tables.updateTable('offer').set({ sell_price: price }).where('id', '=', offers[0]).execute()
    const answer = await market.order(buyer, { productcode: code, target: `88${price}`, reffclient: `M-${price}` })
    expect(answer.data.price).toBe(Number(price))
  }
})

test('`maxprice` skips sellers with a higher price, and refuses the order if all prices are higher', async () => {
  const { code, offers } = await goods()
  await setOffer(offers[0], { sell_price: 11_000n })
  const buyer = await buyerOf(offers)
  expect(await market.order(buyer, { productcode: code, target: '881271', reffclient: 'C-1', maxprice: 10_600 })).toMatchObject({
    data: { price: 10_500 },
  })
  expect(await market.order(buyer, { productcode: code, target: '881272', reffclient: 'C-2', maxprice: 10_499 })).toMatchObject({
    code: 'purchase.price_ceiling',
    rc: '69',
  })
})

test('an order skips closed, disturbed and cut-off offers, closed shops and untested servers', async () => {
  const { code, offers } = await goods()
  const buyer = await buyerOf(offers)
  const other = { price: 10_500 }
  const order = async (reffclient: string) =>
    (await market.order(buyer, { productcode: code, target: `8813${reffclient}`, reffclient })).data
  await setOffer(offers[0], { open: false })
  expect(await order('1')).toMatchObject(other)
  await setOffer(offers[0], { open: true, disturbed: true })
  expect(await order('2')).toMatchObject(other)
  await setOffer(offers[0], { disturbed: false, cutoff_from: '00:00', cutoff_to: '23:59' })
  expect(await order('3')).toMatchObject(other)
  await setOffer(offers[0], { cutoff_from: null, cutoff_to: null })
  await market.app.tables.updateTable('member').set({ shop_open: false }).where('id', '=', first.seller.id).execute()
  await market.app.lapak.refresh()
  expect(await order('4')).toMatchObject(other)
  await market.app.tables.updateTable('member').set({ shop_open: true }).where('id', '=', first.seller.id).execute()
  await market.app.tables.updateTable('seller_api').set({ tested_at: null }).where('seller_id', '=', first.seller.id).execute()
  await market.app.lapak.refresh()
  expect(await order('5')).toMatchObject(other)
  await market.app.tables.updateTable('seller_api').set({ tested_at: new Date() }).where('seller_id', '=', first.seller.id).execute()
  await market.app.lapak.refresh()
  expect(await order('6')).toMatchObject({ price: 10_000 })
})

test('a refused order contains the reason why no seller can deliver it', async () => {
  const { code, offers } = await goods({ both: false })
  const buyer = await buyerOf(offers)
  const order = (productcode: string) => market.order(buyer, { productcode, target: '881281', reffclient: 'N-1' })
  await setOffer(offers[0], { cutoff_from: '00:00', cutoff_to: '23:59' })
  expect(await order(code)).toMatchObject({ code: 'purchase.cut_off', rc: '58' })
  await setOffer(offers[0], { cutoff_from: null, cutoff_to: null, open: false })
  expect(await order(code)).toMatchObject({ code: 'purchase.no_supplier', rc: '53' })
  expect(await order('UNKNOWN')).toMatchObject({ code: 'purchase.not_in_list', rc: '43' })
  const { code: notMapped } = await goods()
  expect(await order(notMapped)).toMatchObject({ code: 'purchase.not_in_list' })
})

test('an accepted order takes a piece of the stock and returns it if it fails, and sold-out offers are skipped', async () => {
  const { code, offers } = await goods({ stock: 2 })
  const buyer = await buyerOf(offers)
  const left = async () =>
    (await market.app.db.read.selectFrom('offer_stock').select('remaining').where('offer_id', '=', offers[0]).executeTakeFirstOrThrow())
      .remaining
  await market.order(buyer, { productcode: code, target: '881291', reffclient: 'S-1' })
  expect(await left()).toBe(1n)
  await market.order(buyer, { productcode: code, target: '880001', reffclient: 'S-2' })
  await market.app.settled(buyer, 'S-2')
  expect(await left()).toBe(1n)
  await market.order(buyer, { productcode: code, target: '881292', reffclient: 'S-3' })
  expect(await left()).toBe(0n)
  expect(await market.order(buyer, { productcode: code, target: '881293', reffclient: 'S-4' })).toMatchObject({ data: { price: 10_500 } })
  await setOffer(offers[1], { open: false })
  expect(await market.order(buyer, { productcode: code, target: '881294', reffclient: 'S-5' })).toMatchObject({
    code: 'purchase.sold_out',
    rc: '68',
  })
})

test('an order for a number of another operator is refused before anything is sent', async () => {
  const { code, offers } = await goods({ operator: 'TSEL' })
  const buyer = await buyerOf(offers)
  expect(await market.order(buyer, { productcode: code, target: '085712345678', reffclient: 'W-1' })).toMatchObject({
    status: 422,
    code: 'purchase.wrong_prefix',
    rc: '52',
  })
  expect(await countOf(buyer)).toBe(0)
  // A number of this operator is accepted in each spelling.
  expect(await market.order(buyer, { productcode: code, target: '+62 812-3456-7891', reffclient: 'W-2' })).toMatchObject({
    success: true,
    data: { target: '081234567891' },
  })
})

test('the fee of a sale is a share of the whole price that the buyer pays, including the amount of an open denomination', async () => {
  const { code, offers } = await goods({ type: 2, denom: 1_000n })
  const buyer = await buyerOf(offers)
  await market.app.setting('sale.feeBasisPoints', 100)
  const { data } = await market.order(buyer, { productcode: code, target: '881309', reffclient: 'O-9', amount: 50_000 })
  await market.app.setting('sale.feeBasisPoints', 0)
  const { price, fee } = await market.app.db.read
    .selectFrom('purchase')
    .select(['price', 'fee'])
    .where('id', '=', BigInt(data.id))
    .executeTakeFirstOrThrow()
  expect([price, fee]).toEqual([60_000n, 600n])
})

test('an open denomination costs the ordered amount plus the margin, and the amount must be a multiple of the denomination', async () => {
  const { code, offers } = await goods({ type: 2, denom: 1000n })
  await setOffer(offers[0], { sell_price: 750n })
  const buyer = await buyerOf(offers)
  const order = { productcode: code, target: '881301' }
  expect(await market.order(buyer, { ...order, reffclient: 'O-1' })).toMatchObject({ code: 'purchase.amount_needed', rc: '71' })
  expect(await market.order(buyer, { ...order, reffclient: 'O-1', amount: 50_500 })).toMatchObject({ code: 'purchase.amount_step' })
  expect(await market.order(buyer, { ...order, reffclient: 'O-1', amount: 50_000 })).toMatchObject({
    data: { price: 50_750, balance: 949_250 },
  })
  expect(await market.app.settled(buyer, 'O-1')).toMatchObject({ transactionrc: 1 })
  // `maxprice` applies to the sum of amount and margin.
  const other = await buyerOf([offers[0]])
  expect(await market.order(other, { ...order, reffclient: 'O-3', amount: 50_000, maxprice: 50_749 })).toMatchObject({
    code: 'purchase.price_ceiling',
  })
  expect(await market.order(other, { ...order, reffclient: 'O-3', amount: 50_000, maxprice: 50_750 })).toMatchObject({
    data: { price: 50_750 },
  })
  const { code: fixed, offers: fixedOffers } = await goods()
  const third = await buyerOf(fixedOffers)
  expect(await market.order(third, { productcode: fixed, target: '881302', reffclient: 'O-2', amount: 1000 })).toMatchObject({
    code: 'purchase.amount_unwanted',
  })
})

test('a bill is requested first, and its token pays it once at the price that was shown', async () => {
  const { code, offers } = await goods({ type: 1, both: false })
  await setOffer(offers[0], { sell_price: 2_500n })
  const buyer = await buyerOf(offers)
  expect(await market.order(buyer, { productcode: code, target: '530000001234', reffclient: 'B-0' })).toMatchObject({
    code: 'purchase.token_needed',
  })
  const { body } = await market.app.h2h(buyer, 'POST', '/h2h/v1/inquiries', { productcode: code, target: '530000001234' })
  expect(body).toMatchObject({ success: true, data: { target: '530000001234' } })
  const { token, bill, adminfee, customerprice, price, customername, period } = body.data
  expect([customerprice, price]).toEqual([bill + adminfee, bill + 2_500])
  expect([customername, period].every((text) => text.length > 0)).toBe(true)
  const pay = { productcode: code, target: '530000001234', token }
  expect(await market.order(buyer, { ...pay, reffclient: 'B-1', maxprice: price - 1 })).toMatchObject({ code: 'purchase.price_ceiling' })
  expect(await market.order(buyer, { ...pay, reffclient: 'B-1', maxprice: price })).toMatchObject({ success: true, data: { price } })
  expect(await market.app.settled(buyer, 'B-1')).toMatchObject({ transactionrc: 1 })
  expect(await market.order(buyer, { ...pay, reffclient: 'B-1' })).toMatchObject({ success: true, data: { transactionrc: 1 } })
  expect(await market.order(buyer, { ...pay, reffclient: 'B-2', counter: 2 })).toMatchObject({ code: 'purchase.token_invalid', rc: '61' })
  expect(await countOf(buyer)).toBe(1)
  await market.booksHold()
})

test('a bill token is bound to its buyer, product and target, and expires after 15 minutes', async () => {
  const { code, offers } = await goods({ type: 1, both: false })
  const buyer = await buyerOf(offers)
  const otherBuyer = await buyerOf(offers)
  const { body } = await market.app.h2h(buyer, 'POST', '/h2h/v1/inquiries', { productcode: code, target: '530000002345' })
  const { token, expiresat } = body.data
  expect(new Date(expiresat).getTime() - Date.now()).toBeGreaterThan(14 * 60_000)
  const pay = { productcode: code, target: '530000002345', token, reffclient: 'T-1' }
  expect(await market.order(otherBuyer, pay)).toMatchObject({ code: 'purchase.token_invalid' })
  expect(await market.order(buyer, { ...pay, target: '530000002346' })).toMatchObject({ code: 'purchase.token_invalid' })
  await market.app.tables
    .updateTable('inquiry')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('token', '=', token)
    .execute()
  expect(await market.order(buyer, pay)).toMatchObject({ code: 'purchase.token_invalid' })
})

test('an inquiry for a bill that does not exist is refused', async () => {
  const { code, offers } = await goods({ type: 1 })
  const buyer = await buyerOf(offers)
  const { status, body } = await market.app.h2h(buyer, 'POST', '/h2h/v1/inquiries', { productcode: code, target: '530000000001' })
  expect({ status, ...body }).toMatchObject({ status: 422, code: 'purchase.bill_not_found', rc: '60' })
})

test('the routing option can prefer quality or price to the buyer’s own priorities', async () => {
  const { code, offers } = await goods()
  const buyer = await buyerOf([offers[1], offers[0]])
  const { tables, lapak } = market.app
  const order = async (routing: string) => {
    await tables.updateTable('member').set({ routing }).where('id', '=', buyer.id).execute()
    await lapak.refresh()
    return (await market.order(buyer, { productcode: code, target: `8815${routing}`, reffclient: routing })).data.price
  }
  await tables
    .insertInto('offer_quality')
    .values([
      { offer_id: offers[0], seller_id: first.seller.id, sales: 10n, success_basis_points: 9_000, median_ms: 900 },
      { offer_id: offers[1], seller_id: second.seller.id, sales: 10n, success_basis_points: 9_900, median_ms: 4_000 },
    ])
    .execute()
  expect(await order('mine')).toBe(10_500)
  expect(await order('cheapest')).toBe(10_000)
  expect(await order('fastest')).toBe(10_000)
  expect(await order('reliable')).toBe(10_500)
  // 20 % of the successes of the more reliable offer are disputed now.
  await tables.updateTable('offer_quality').set({ dispute_basis_points: 2_000 }).where('offer_id', '=', offers[1]).execute()
  await lapak.refresh()
  const last = await market.order(buyer, { productcode: code, target: '8815sengketa', reffclient: 'disputed' })
  expect(last.data.price).toBe(10_000)
})

test('an order skips any number of sold-out sellers, and the list of products shows this buyer’s price meanwhile', async () => {
  const { product, code } = await goods({ both: false })
  const offers: bigint[] = []
  for (let n = 0; n < 7; n++) {
    const seller = await market.app.seller({ apiUrl: 'http://127.0.0.1:9/api/h2h', name: `Habis ${n}` })
    offers.push(await market.app.offer({ seller, product, price: 9_000n + BigInt(n), promo: 8_000n, stock: 0 }))
  }
  const buyer = await buyerOf(offers)
  const shown = async () => (await market.app.call('GET', '/api/v1/transactions/orderable', { token: buyer.token })).body.data.products[0]
  expect(await shown()).toMatchObject({ state: 'sold_out', price: 8_000, promo: true })
  expect(await market.order(buyer, { productcode: code, target: '8817001', reffclient: 'ALL-OUT' })).toMatchObject({
    code: 'purchase.sold_out',
  })
  const last = await market.app.offer({ seller: second.seller, product, price: 10_500n })
  await market.app.map(buyer, last, 8)
  expect(await shown()).toMatchObject({ state: 'open', price: 10_500 })
  expect((await market.order(buyer, { productcode: code, target: '8817001', reffclient: 'ONE-LEFT' })).data.price).toBe(10_500)
})

test('while the platform pauses orders, a new order is refused and a repeated order returns its state', async () => {
  const { code, offers } = await goods()
  const buyer = await buyerOf(offers)
  const order = (reffclient: string) => market.order(buyer, { productcode: code, target: `8818${reffclient}`, reffclient })
  const one = await order('1')
  const admin = await market.app.member({ roles: ['ROLE_ADMIN'] })
  const api = '/api/admin/v1/maintenance'
  const publish = async (text: string) => {
    const [newest] = (await market.app.call('GET', api, { token: admin.token })).body.data
    const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
    const body = { id: newest?.id ?? 0, text, awal: at(-1), akhir: at(60), jedapesanan: true, reason: 'Pindah server' }
    expect((await market.app.call('POST', api, { token: admin.token, body })).status).toBe(200)
    await market.app.lapak.refresh()
  }
  await publish('Pindah server')
  expect(await order('2')).toMatchObject({ success: false, code: 'system.maintenance' })
  expect(await order('1')).toMatchObject({ success: true, data: { id: one.data.id } })
  await publish('')
  expect(await order('2')).toMatchObject({ success: true })
})

test('a blocked buyer cannot order', async () => {
  const { code, offers } = await goods()
  const buyer = await buyerOf(offers)
  await shutOut(market.app.tables, buyer.id)
  await market.app.lapak.refresh()
  expect(await market.order(buyer, { productcode: code, target: '881600', reffclient: 'X-1' })).toMatchObject({
    status: 403,
    code: 'access.blocked',
  })
})

test('an invalid order is refused with an error for each field, and nothing is written', async () => {
  const buyer = await market.app.member({ balance: 100_000n })
  const bad = [
    { productcode: '' },
    { target: 'x' },
    { reffclient: 'with space' },
    { reffclient: '' },
    { counter: 0 },
    { counter: 100 },
    { amount: -5 },
    { amount: 1.5 },
    { maxprice: 'abc' },
    { callback: 'ftp://x' },
  ]
  for (const wrong of bad) {
    const answer = await market.app.h2h(buyer, 'POST', '/h2h/v1/transactions', {
      productcode: 'P1',
      target: '08123456789',
      reffclient: 'BAD',
      ...wrong,
    })
    expect(answer.status, JSON.stringify(wrong)).toBe(400)
    expect(answer.body, JSON.stringify(wrong)).toMatchObject({ success: false, code: 'input.invalid', rc: '40' })
    expect(Object.keys(answer.body.errors)).toEqual(Object.keys(wrong))
  }
  expect(await countOf(buyer)).toBe(0)
})
