import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestMember } from '../../../../../test/app.ts'
import { startMarket, type TestMarket } from '../../../../../test/market.ts'

const path = '/api/v1/purchases/customer'
type Seller = Awaited<ReturnType<TestMarket['addSeller']>>
let market: TestMarket
beforeAll(async () => {
  market = await startMarket({}, ['http'])
})
afterAll(async () => {
  await market.booksHold()
  await market.stop()
})

let serial = 0
/** A buyer whose list contains offers of these sellers in this order, with these check codes. */
async function marketOf(...sellers: { of: Seller; checkCode: string | null }[]) {
  const product = await market.app.product({ code: `TOKEN${++serial}` })
  const buyer = await market.app.member({ balance: 1_000_000n })
  const offers: bigint[] = []
  for (const [nth, { of, checkCode }] of sellers.entries()) {
    const offer = await market.app.offer({ seller: of.seller, product, price: 20_500n, supplierCode: 'PLN20' })
    await market.app.tables.updateTable('offer').set({ check_code: checkCode }).where('id', '=', offer).execute()
    await market.app.map(buyer, offer, nth + 1)
    offers.push(offer)
  }
  await market.app.lapak.refresh()
  const ask = (target: string, more: object = {}, who: TestMember = buyer) =>
    market.app.call('POST', path, { token: who.token, body: { productcode: product.code, target, ...more } })
  const nameOf = async (target: string, more?: object) => {
    const { status, body } = await ask(target, more)
    expect(status, JSON.stringify(body)).toBe(200)
    return body.data.name as string | null
  }
  return { buyer, product, offers, ask, nameOf }
}

const aName = /^[A-Z]+ [A-Z]+$/

test.each(['irs', 'otomax', 'http-get'] as const)(
  'a seller with a %s server returns the name of a meter’s owner, and sells nothing',
  async (kind) => {
    const of = await market.addSeller({ kind })
    for (const checkCode of ['CEKPLN', ...(kind === 'otomax' ? ['PLN'] : [])]) {
      const { nameOf, buyer } = await marketOf({ of, checkCode })
      expect(await nameOf('14012345678')).toMatch(aName)
      expect(await nameOf('14012340001')).toBeNull()
      expect(await market.app.balance(buyer)).toBe(1_000_000n)
    }
    expect(of.supplier.orders.size).toBe(0)
  },
)

interface Addresses {
  url: string
  templates: Record<string, string>
}

/** The same URL as for orders: only the product code makes the request an inquiry. */
const irsOrder =
  'id=[userid]&pin=[pin]&user=[username]&pass=[password]&kodeproduk=[kodeproduk]&tujuan=[tujuan]&counter=1&idtrx=[refid]&jenis=1'

interface Sold {
  kind: 'irs' | 'otomax' | 'http-get'
  inquiry(at: Addresses): string
  checkCode: string
  named: boolean
}

test.each<Sold>([
  { kind: 'otomax', inquiry: () => '[kodeproduk]', checkCode: 'CEKPLN', named: true },
  { kind: 'otomax', inquiry: () => '[kodeproduk]', checkCode: 'PLN', named: false },
  { kind: 'otomax', inquiry: () => 'CEK[kodeproduk]', checkCode: 'CEKPLN', named: true },
  { kind: 'otomax', inquiry: () => 'INQ[kodeproduk]', checkCode: 'CEKPLN', named: false },
  { kind: 'otomax', inquiry: () => 'PLN100', checkCode: 'CEKPLN', named: false },
  { kind: 'irs', inquiry: ({ url }) => `${url}/api/h2h?${irsOrder}`, checkCode: 'PLN100', named: false },
  { kind: 'http-get', inquiry: ({ templates }) => templates.order ?? '', checkCode: 'PLN100', named: false },
])(
  'an inquiry with the code $checkCode buys nothing from a $kind server that receives inquiries and orders at the same URL',
  async ({ kind, inquiry, checkCode, named }) => {
    const of = await market.addSeller({ kind })
    await market.app.tables
      .updateTable('seller_api')
      .set({ templates: JSON.stringify({ ...of.supplier.templates, inquiry: inquiry(of.supplier) }) })
      .where('seller_id', '=', of.seller.id)
      .execute()
    const { nameOf } = await marketOf({ of, checkCode })
    const name = await nameOf('14012345678')
    expect([...of.supplier.orders.values()].map(({ productCode }) => productCode)).toEqual([])
    expect(name).toEqual(named ? expect.stringMatching(aName) : null)
  },
)

test('a name inquiry asks the next seller if the first seller returns no name, and returns null if no seller returns a name', async () => {
  const [silent, telling] = [await market.addSeller(), await market.addSeller()]
  const both = await marketOf({ of: silent, checkCode: null }, { of: telling, checkCode: 'CEKPLN' })
  expect(await both.nameOf('14012345678')).toMatch(aName)
  expect(await both.nameOf('14012345678', { productmemberid: Number(both.offers[0]) })).toBeNull()
  expect(await both.nameOf('14012345678', { productmemberid: Number(both.offers[1]) })).toMatch(aName)
  const none = await marketOf({ of: silent, checkCode: null })
  await silent.supplier.goDown()
  expect(await none.nameOf('14012345678')).toBeNull()
  const down = await marketOf({ of: silent, checkCode: 'CEKPLN' }, { of: telling, checkCode: 'CEKPLN' })
  expect(await down.nameOf('14012345678')).toMatch(aName)
  await silent.supplier.comeUp()
})

test('a name inquiry for a product that is not in the list is refused as an order would be', async () => {
  const { ask, product } = await marketOf({ of: await market.addSeller(), checkCode: 'CEKPLN' })
  const outsider = await market.app.member()
  expect((await ask('14012345678', {}, outsider)).body.code).toBe('purchase.not_in_list')
  expect((await ask('14012345678', { productcode: 'NOSUCH' })).body.code).toBe('purchase.not_in_list')
  expect((await ask('1')).body.code).toBe('input.invalid')
  await market.app.tables.updateTable('product').set({ active: false }).where('id', '=', product.id).execute()
  await market.app.lapak.refresh()
  expect((await ask('14012345678')).body.data).toEqual({ name: null })
})

test('name inquiries have a limit per member that a setting defines, and successful inquiries count as well', async () => {
  const { buyer, nameOf, ask } = await marketOf({ of: await market.addSeller(), checkCode: 'CEKPLN' })
  await market.app.setting('inquiries.customersPerMinute', 3)
  for (const target of ['14012345671', '14012345672', '14012345673']) expect(await nameOf(target)).toMatch(aName)
  const refused = await ask('14012345674')
  expect([refused.status, refused.body.code]).toEqual([429, 'rate.too_many'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  const other = await marketOf({ of: await market.addSeller(), checkCode: 'CEKPLN' })
  expect(await other.nameOf('14012345671')).toMatch(aName)
  expect(buyer.id).not.toBe(other.buyer.id)
})

test('a seller can set and remove the check code of an offer', async () => {
  const { seller } = await market.addSeller()
  const product = await market.app.product({ code: `TOKEN${++serial}` })
  const call = (method: string, path: string, body: object) => market.app.call(method, path, { token: seller.token, body })
  const { body } = await call('POST', '/api/v1/seller/product', {
    productid: Number(product.id),
    kodesupplier: 'PLN20',
    kodecek: 'CEKPLN',
    sellprice: 20_500,
  })
  expect(body.data).toMatchObject({ kodesupplier: 'PLN20', kodecek: 'CEKPLN' })
  const own = `/api/v1/seller/product/${body.data.id}`
  expect((await call('PATCH', own, { sellprice: 20_600 })).body.data.kodecek).toBe('CEKPLN')
  expect((await call('PATCH', own, { kodecek: 'CEKTOKEN' })).body.data.kodecek).toBe('CEKTOKEN')
  expect((await call('PATCH', own, { kodecek: '' })).body.data.kodecek).toBeNull()
  const kept = market.app.db.read.selectFrom('audit').select(['before', 'after']).where('event', '=', 'offer.codes_changed')
  expect(await kept.where('actor_id', '=', seller.id).orderBy('id').execute()).toEqual([
    { before: { supplier: 'PLN20', check: 'CEKPLN' }, after: { supplier: 'PLN20', check: 'CEKTOKEN' } },
    { before: { supplier: 'PLN20', check: 'CEKTOKEN' }, after: { supplier: 'PLN20', check: null } },
  ])
})

test('a check code that the seller’s server could treat as an order is refused', async () => {
  const { seller } = await market.addSeller({ kind: 'http-get' })
  const product = await market.app.product({ code: `TOKEN${++serial}` })
  const save = (kodecek: string) =>
    market.app.call('POST', '/api/v1/seller/product', {
      token: seller.token,
      body: { productid: Number(product.id), kodesupplier: 'PLN20', kodecek, sellprice: 20_500 },
    })
  const refused = { status: 400, body: { code: 'input.invalid', errors: { kodecek: expect.stringContaining('CEK') } } }
  expect(await save('PLN20')).toMatchObject(refused)
  const { body } = await save('CEKPLN')
  const own = `/api/v1/seller/product/${body.data.id}`
  expect(await market.app.call('PATCH', own, { token: seller.token, body: { kodecek: 'PLN20' } })).toMatchObject(refused)
})
