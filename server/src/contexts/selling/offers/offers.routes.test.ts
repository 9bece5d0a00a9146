import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { supplierCodeMax } from '@lapak/contract/selling/offers'
import { startSupplier } from '@lapak/simulators/supplier'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jakartaMinuteOf } from '#shared/clock.ts'
import { startTestApp, supplierCredentials, type TestApp, type TestMember } from '../../../../test/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({}, ['http'])
})
afterAll(() => app?.stop())

const path = '/api/v1/seller/product'
const get = (who: TestMember, url: string) => app.call('GET', url, { token: who.token })
const post = (who: TestMember, body: unknown) => app.call('POST', path, { token: who.token, body })
const patch = (who: TestMember, id: number | bigint, body: unknown) => app.call('PATCH', `${path}/${id}`, { token: who.token, body })
const remove = (who: TestMember, id: number | bigint) => app.call('DELETE', `${path}/${id}`, { token: who.token })

const newSeller = (name?: string) => app.seller({ apiUrl: 'http://127.0.0.1:9/api/h2h', ...(name !== undefined && { name }) })
const ids = (answer: { body: { data: { content: { id: number }[] } } }) => answer.body.data.content.map((row) => row.id)

let serial = 0
const newProduct = (options: { type?: 0 | 1 | 2 } = {}) => app.product({ code: `OF${++serial}`, ...options })

async function cacheVersion(): Promise<bigint> {
  const { version } = await app.db.read.selectFrom('cache_version').select('version').executeTakeFirstOrThrow()
  return version
}

describe('a seller [S-ROLE-02]', () => {
  test('offers a product with its own code, prices, promo and stock, and reads it as it was given [S-API-02, S-API-03, S-ENT-03, S-ENT-04]', async () => {
    const seller = await newSeller('Toko Maju')
    const product = await newProduct()
    const { brand_id, category_id } = await app.db.read
      .selectFrom('product')
      .selectAll()
      .where('id', '=', product.id)
      .executeTakeFirstOrThrow()
    // A cut-off window half a day from now, since an offer within its cut-off window has no rank.
    const minute = jakartaMinuteOf(new Date())
    const cutoff =
      minute < 360 || minute >= 1080 ? { cutoffawal: '11:30', cutoffakhir: '12:30' } : { cutoffawal: '23:30', cutoffakhir: '00:30' }
    const added = await post(seller, {
      categoryid: Number(category_id),
      brandid: Number(brand_id),
      productid: Number(product.id),
      kodesupplier: 'S10',
      sellprice: 10_500,
      buyprice: 10_150,
      promoprice: 10_300,
      stok: 25,
      ...cutoff,
    })
    expect(added).toMatchObject({ status: 200, body: { success: true, msg: 'Add Product Suplier Ok!' } })
    const one = await get(seller, `${path}/${added.body.data.id}`)
    expect(one.body.data).toEqual(added.body.data)
    expect(one.body.data).toEqual({
      id: expect.any(Number),
      productid: Number(product.id),
      brandid: Number(brand_id),
      categoryid: Number(category_id),
      brandname: `Brand ${product.code}`,
      productcode: product.code,
      productname: `Produk ${product.code}`,
      membercode: 'S10',
      kodesupplier: 'S10',
      kodecek: null,
      sellprice: 10_500,
      buyprice: 10_150,
      discount: 10_300,
      promoprice: 10_300,
      stok: 25,
      status: 1,
      gangguan: 0,
      ...cutoff,
      statustoko: 1,
      sellerid: Number(seller.id),
      sellername: 'Toko Maju',
      peringkat: 1,
      penawaran: 1,
    })
  })

  test('sells without a stock limit and without a promo price if the request does not contain them', async () => {
    const seller = await newSeller()
    const product = await newProduct()
    const { body } = await post(seller, { productid: Number(product.id), kodesupplier: 'S10', sellprice: 10_500 })
    expect(body.data).toMatchObject({ stok: null, discount: 0, buyprice: 0, status: 1, cutoffawal: null })
  })

  test('lists only its own offers, by filter and by text, sorted and in pages [S-API-01]', async () => {
    const seller = await newSeller()
    const [a, b, c] = [await newProduct(), await newProduct(), await newProduct()]
    const offers = [
      await app.offer({ seller, product: a, price: 300n, supplierCode: 'BIASA' }),
      await app.offer({ seller, product: b, price: 100n, supplierCode: '50%_X', open: false }),
      await app.offer({ seller, product: c, price: 200n, supplierCode: '500AX' }),
    ].map(Number)
    await app.offer({ seller: await newSeller(), product: a, price: 1n })
    const goods = await app.db.read.selectFrom('product').selectAll().where('id', '=', b.id).executeTakeFirstOrThrow()

    expect((await get(seller, `${path}?sort=sellprice,ASC`)).body.data).toMatchObject({
      totalElements: 3,
      content: [{ id: offers[1] }, { id: offers[2] }, { id: offers[0] }],
    })
    expect((await get(seller, `${path}?sort=sellprice,DESC&page=1&size=2`)).body.data).toMatchObject({
      totalElements: 3,
      content: [{ id: offers[1] }],
    })
    expect(ids(await get(seller, `${path}?brandid=${goods.brand_id}`))).toEqual([offers[1]])
    expect(ids(await get(seller, `${path}?categoryid=${goods.category_id}`))).toEqual([offers[1]])
    expect(ids(await get(seller, `${path}?status=0`))).toEqual([offers[1]])
    expect(ids(await get(seller, `${path}?status=1&search=&sort=id,ASC`))).toEqual([offers[0], offers[2]])
    expect(ids(await get(seller, `${path}?search=${c.code.toLowerCase()}`))).toEqual([offers[2]])
    expect(ids(await get(seller, `${path}?search=${encodeURIComponent('50%_')}`))).toEqual([offers[1]])
    expect(ids(await get(seller, `${path}?search=${encodeURIComponent('\\')}`))).toEqual([])
    expect((await get(seller, `${path}?sort=buy_price`)).status).toBe(400)
  })

  test('changes the given fields and does not change the other fields [S-API-04]', async () => {
    const seller = await newSeller()
    const id = await app.offer({ seller, product: await newProduct(), price: 10_500n, promo: 10_200n, stock: 3, supplierCode: 'LAMA' })
    const first = await patch(seller, id, { sellprice: 11_000, gangguan: 1, cutoffawal: '22:00', cutoffakhir: '01:00' })
    expect(first.body).toMatchObject({
      msg: 'Update Product Suplier Ok!',
      data: {
        sellprice: 11_000,
        gangguan: 1,
        discount: 10_200,
        stok: 3,
        membercode: 'LAMA',
        status: 1,
        cutoffawal: '22:00',
        cutoffakhir: '01:00',
      },
    })
    const second = await patch(seller, id, {
      kodesupplier: 'BARU',
      buyprice: 9_000,
      status: 0,
      promoprice: 0,
      stok: null,
      cutoffawal: null,
      cutoffakhir: null,
    })
    expect(second.body.data).toMatchObject({
      membercode: 'BARU',
      buyprice: 9_000,
      status: 0,
      discount: 0,
      stok: null,
      sellprice: 11_000,
      cutoffawal: null,
    })
    expect((await patch(seller, id, { stok: 7 })).body.data).toMatchObject({ stok: 7, sellprice: 11_000 })
    expect((await get(seller, `${path}/${id}`)).body.data).toMatchObject({ stok: 7, membercode: 'BARU' })
  })

  test('may send a field under either of its two names, or under both names with the same value, but not with different values [S-OPEN-11]', async () => {
    const seller = await newSeller()
    const id = await app.offer({ seller, product: await newProduct(), price: 10_500n, promo: 10_200n, supplierCode: 'LAMA' })
    const row = (await get(seller, `${path}/${id}`)).body.data
    const terms = { productid: Number((await newProduct()).id), sellprice: 10_500 }
    expect((await patch(seller, id, { ...row, stok: 4 })).body.data).toMatchObject({ kodesupplier: 'LAMA', promoprice: 10_200, stok: 4 })
    expect((await patch(seller, id, { promoprice: null, discount: 0 })).body.data).toMatchObject({ promoprice: 0 })
    expect((await patch(seller, id, { discount: 10_400 })).body.data).toMatchObject({ promoprice: 10_400 })
    const differing = { errors: { promoprice: 'promoprice dan discount berbeda, kirim salah satu' } }
    expect(await patch(seller, id, { promoprice: 10_300, discount: 10_400 })).toMatchObject({ status: 400, body: differing })
    expect(await patch(seller, id, { promoprice: 0, discount: 10_300 })).toMatchObject({ status: 400, body: differing })
    const codes = { errors: { kodesupplier: 'kodesupplier dan membercode berbeda, kirim salah satu' } }
    expect(await patch(seller, id, { kodesupplier: 'BARU', membercode: 'LAMA' })).toMatchObject({ status: 400, body: codes })
    expect(await post(seller, { ...terms, kodesupplier: 'A1', membercode: 'A2' })).toMatchObject({ status: 400, body: codes })
    expect((await get(seller, `${path}/${id}`)).body.data).toMatchObject({ kodesupplier: 'LAMA', promoprice: 10_400 })
    expect((await post(seller, { ...terms, membercode: 'A1' })).body.data).toMatchObject({ kodesupplier: 'A1' })
  })

  test('does not cause a refresh of caches by saving an offer without a change', async () => {
    const seller = await newSeller()
    const id = await app.offer({ seller, product: await newProduct(), price: 10_500n, stock: 3 })
    await patch(seller, id, { cutoffawal: '22:00', cutoffakhir: '01:00' })
    const before = await cacheVersion()
    const same = await patch(seller, id, {
      sellprice: 10_500,
      stok: 3,
      status: 1,
      promoprice: null,
      cutoffawal: '22:00',
      cutoffakhir: '01:00',
    })
    expect(same.status).toBe(200)
    expect(await cacheVersion()).toBe(before)
    await patch(seller, id, { sellprice: 10_501 })
    expect(await cacheVersion()).toBeGreaterThan(before)
  })

  test('removes an offer with its buying list entries and special prices, and may offer the product again [S-API-05]', async () => {
    const seller = await newSeller()
    const product = await newProduct()
    const buyer = await app.member({ balance: 100_000n })
    const id = await app.offer({ seller, product, price: 10_500n })
    const mapping = await app.map(buyer, id)
    const special = await app.tables
      .insertInto('special_price')
      .values({ offer_id: id, buyer_id: buyer.id, price: 9_900n })
      .returning('id')
      .executeTakeFirstOrThrow()

    expect(await remove(seller, id)).toMatchObject({ status: 200, body: { success: true, msg: 'Delete Ok!' } })
    await app.lapak.refresh()
    expect((await get(seller, `${path}/${id}`)).status).toBe(404)
    expect((await remove(seller, id)).status).toBe(404)
    const removed = app.db.read.selectFrom('audit').select(['actor_id', 'before']).where('event', '=', 'offer.removed')
    expect(await removed.where('subject', '=', String(id)).execute()).toMatchObject([
      { actor_id: seller.id, before: { sell: expect.any(Number) } },
    ])
    expect(ids(await get(seller, path))).toEqual([])
    expect(ids(await get(seller, '/api/v1/seller/productspecial'))).toEqual([])
    expect(ids(await get(buyer, '/api/v1/product/mappings'))).toEqual([])
    const order = await app.call('POST', '/api/v1/transactions/buyer', {
      token: buyer.token,
      body: { productcode: product.code, target: '0812345', reffclient: 'HABIS' },
    })
    expect(order.body.code).toBe('purchase.not_in_list')
    const kept = await app.db.read.selectFrom('buying_list_entry').select('archived_at').where('id', '=', mapping).executeTakeFirstOrThrow()
    expect(kept.archived_at).toBeInstanceOf(Date)
    const keptPrice = await app.db.read
      .selectFrom('special_price')
      .select('archived_at')
      .where('id', '=', special.id)
      .executeTakeFirstOrThrow()
    expect(keptPrice.archived_at).toBeInstanceOf(Date)
    const again = await post(seller, { productid: Number(product.id), kodesupplier: 'S10', sellprice: 10_600 })
    expect(again.status).toBe(200)
    expect(again.body.data.id).not.toBe(Number(id))
  })

  test('chooses a product from the active products of a brand [S-API-06]', async () => {
    const seller = await newSeller()
    const product = await newProduct({ type: 1 })
    const { brand_id, category_id } = await app.db.read
      .selectFrom('product')
      .selectAll()
      .where('id', '=', product.id)
      .executeTakeFirstOrThrow()
    await app.tables
      .insertInto('product')
      .values({ code: 'HILANG', name: 'Tidak dijual lagi', brand_id, category_id, active: false })
      .execute()
    expect((await get(seller, `${path}/brand/${brand_id}`)).body.data).toEqual([
      { id: Number(product.id), productcode: product.code, productname: `Produk ${product.code}`, producttype: 1 },
    ])
    expect((await get(seller, `${path}/brand/999999`)).body.data).toEqual([])
  })

  test('sets a price or stock that applies to the next order', async () => {
    const seller = await newSeller()
    const product = await newProduct()
    const buyer = await app.member({ balance: 100_000n })
    const id = await app.offer({ seller, product, price: 10_500n })
    await app.map(buyer, id)
    const order = async (reffclient: string) => {
      await app.lapak.refresh()
      return app.call('POST', '/api/v1/transactions/buyer', {
        token: buyer.token,
        body: { productcode: product.code, target: `08${reffclient}`, reffclient },
      })
    }
    await patch(seller, id, { sellprice: 9_000, promoprice: 8_000, stok: 1 })
    expect((await order('100')).body.data).toMatchObject({ sellprice: 8_000 })
    expect((await get(seller, `${path}/${id}`)).body.data.stok).toBe(0)
    expect((await order('101')).body.code).toBe('purchase.sold_out')
    await patch(seller, id, { stok: null, promoprice: null })
    expect((await order('102')).body.data).toMatchObject({ sellprice: 9_000 })
  })
})

describe('an offer', () => {
  test('is unique per seller, and another seller may offer the same product', async () => {
    const [seller, other] = [await newSeller(), await newSeller()]
    const product = await newProduct()
    const body = { productid: Number(product.id), kodesupplier: 'S10', sellprice: 10_500 }
    expect((await post(seller, body)).status).toBe(200)
    expect(await post(seller, body)).toMatchObject({ status: 409, body: { success: false, code: 'offer.exists' } })
    expect((await post(other, body)).status).toBe(200)
  })

  test('is refused if its promo price is not below its price', async () => {
    const seller = await newSeller()
    const product = await newProduct()
    const body = { productid: Number(product.id), kodesupplier: 'S10', sellprice: 10_500 }
    expect(await post(seller, { ...body, promoprice: 10_500 })).toMatchObject({ status: 422, body: { code: 'offer.promo_too_high' } })
    const { id } = (await post(seller, { ...body, promoprice: 10_499 })).body.data
    expect(await patch(seller, id, { promoprice: 10_500 })).toMatchObject({ status: 422, body: { code: 'offer.promo_too_high' } })
    expect(await patch(seller, id, { sellprice: 10_499 })).toMatchObject({ status: 422, body: { code: 'offer.promo_too_high' } })
    expect((await patch(seller, id, { sellprice: 10_400, promoprice: 10_300 })).status).toBe(200)
  })

  test('must have a price above zero if its product is prepaid, while the seller’s part of a bill may be zero', async () => {
    const seller = await newSeller()
    const [voucher, bill] = [await newProduct(), await newProduct({ type: 1 })]
    const free = { kodesupplier: 'S10', sellprice: 0 }
    expect(await post(seller, { ...free, productid: Number(voucher.id) })).toMatchObject({
      status: 400,
      body: { errors: { sellprice: expect.any(String) } },
    })
    const { body } = await post(seller, { ...free, productid: Number(bill.id) })
    expect(body.data.sellprice).toBe(0)
    const id = await app.offer({ seller, product: voucher, price: 500n })
    expect((await patch(seller, id, { sellprice: 0 })).status).toBe(400)
  })

  test.each([
    ['no code', { kodesupplier: '' }, 'kodesupplier'],
    ['a negative price', { sellprice: -1 }, 'sellprice'],
    ['half a rupiah', { sellprice: 10_500.5 }, 'sellprice'],
    ['a price beyond reason', { sellprice: 1_000_000_001 }, 'sellprice'],
    ['a negative stock', { stok: -1 }, 'stok'],
    ['an hour that does not exist', { cutoffawal: '24:00', cutoffakhir: '01:00' }, 'cutoffawal'],
    ['half a cut-off window', { cutoffawal: '23:00' }, 'cutoffakhir'],
    ['the other half of one', { cutoffakhir: '01:00' }, 'cutoffawal'],
  ])('is refused with %s', async (_what, wrong, field) => {
    const seller = await newSeller()
    const product = await newProduct()
    const answer = await post(seller, { productid: Number(product.id), kodesupplier: 'S10', sellprice: 10_500, ...wrong })
    expect(answer).toMatchObject({ status: 400, body: { code: 'input.invalid' } })
    expect(Object.keys(answer.body.errors)).toEqual([field])
    const id = await app.offer({ seller, product, price: 500n })
    expect((await patch(seller, id, wrong)).status).toBe(400)
  })

  test('must have a product that exists, is active, and belongs to the chosen brand and category', async () => {
    const seller = await newSeller()
    const [product, other] = [await newProduct(), await newProduct()]
    const { brand_id } = await app.db.read.selectFrom('product').select('brand_id').where('id', '=', other.id).executeTakeFirstOrThrow()
    const body = { kodesupplier: 'S10', sellprice: 10_500 }
    expect(await post(seller, { ...body, productid: 999_999 })).toMatchObject({ status: 404, body: { code: 'not_found.product' } })
    expect((await post(seller, { ...body, productid: Number(product.id), brandid: Number(brand_id) })).status).toBe(404)
    await app.tables.updateTable('product').set({ active: false }).where('id', '=', product.id).execute()
    expect((await post(seller, { ...body, productid: Number(product.id) })).status).toBe(404)
    await app.tables.updateTable('brand').set({ active: false }).where('id', '=', brand_id).execute()
    expect((await post(seller, { ...body, productid: Number(other.id) })).status, 'as long as its brand is closed').toBe(404)
  })
})

describe('the offers of a seller', () => {
  test('cannot be read or changed by other sellers', async () => {
    const [owner, otherSeller] = [await newSeller(), await newSeller()]
    const id = await app.offer({ seller: owner, product: await newProduct(), price: 10_500n })
    const refused = { status: 404, body: { success: false, code: 'not_found.offer' } }
    expect(await get(otherSeller, `${path}/${id}`)).toMatchObject(refused)
    expect(await patch(otherSeller, id, { sellprice: 1 })).toMatchObject(refused)
    expect(await remove(otherSeller, id)).toMatchObject(refused)
    expect((await get(owner, `${path}/${id}`)).body.data.sellprice).toBe(10_500)
  })

  test('are managed by sellers only', async () => {
    const buyer = await app.member()
    const calls: [string, string][] = [
      ['GET', path],
      ['POST', path],
      ['GET', `${path}/1`],
      ['PATCH', `${path}/1`],
      ['DELETE', `${path}/1`],
      ['GET', `${path}/brand/1`],
      ['GET', '/api/v1/seller/syncharga'],
    ]
    for (const [method, url] of calls) {
      expect((await app.call(method, url, { token: buyer.token, ...(method !== 'GET' && { body: {} }) })).status).toBe(403)
      expect((await app.call(method, url, method === 'GET' ? {} : { body: {} })).status).toBe(401)
    }
  })
})

describe('the price sync', () => {
  const sync = (seller: TestMember) => get(seller, '/api/v1/seller/syncharga')

  test('updates the buy price and the open state by supplier code, and does not change the prices for buyers [S-API-11]', async () => {
    const simulator = await startSupplier({ kind: 'irs', credentials: supplierCredentials })
    try {
      const seller = await app.seller({ apiUrl: simulator.url })
      const otherSeller = await newSeller()
      const products = [await newProduct(), await newProduct(), await newProduct(), await newProduct()]
      const [first, second, third, fourth] = products as [
        (typeof products)[0],
        (typeof products)[0],
        (typeof products)[0],
        (typeof products)[0],
      ]
      const [cheap, closed, promoted, unknown, foreign] = [
        await app.offer({ seller, product: first, price: 10_000n, supplierCode: 'S10' }),
        await app.offer({ seller, product: second, price: 11_000n, supplierCode: 'X10' }),
        await app.offer({ seller, product: third, price: 25_500n, promo: 24_800n, supplierCode: 'S25', open: false }),
        await app.offer({ seller, product: fourth, price: 10_500n, supplierCode: 's10' }),
        await app.offer({ seller: otherSeller, product: first, price: 10_500n, supplierCode: 'S10' }),
      ]
      const belowcost = [first.code, third.code].sort()
      expect((await sync(seller)).body.data).toEqual({
        ...{ updated: 3, unchanged: 0, missing: 1, unread: 1, belowcost },
        ...{ opened: [third.code], closed: [second.code], unlisted: [fourth.code] },
        costs: [
          { productcode: first.code, before: 0, after: 10_150 },
          { productcode: second.code, before: 0, after: 10_275 },
          { productcode: third.code, before: 0, after: 24_900 },
        ],
      })
      const read = async (id: bigint) => (await get(seller, `${path}/${id}`)).body.data
      expect(await read(cheap)).toMatchObject({ buyprice: 10_150, sellprice: 10_000, status: 1 })
      expect(await read(closed)).toMatchObject({ buyprice: 10_275, sellprice: 11_000, status: 0 })
      expect(await read(promoted)).toMatchObject({ buyprice: 24_900, sellprice: 25_500, discount: 24_800, status: 1 })
      expect(await read(unknown)).toMatchObject({ buyprice: 0, status: 1 })
      expect((await get(otherSeller, `${path}/${foreign}`)).body.data.buyprice).toBe(0)

      const before = await cacheVersion()
      expect((await sync(seller)).body.data).toEqual({
        ...{ updated: 0, unchanged: 3, missing: 1, unread: 1, belowcost },
        ...{ opened: [], closed: [], unlisted: [fourth.code], costs: [] },
      })
      expect(await cacheVersion()).toBe(before)
    } finally {
      await simulator.close()
    }
  })

  test('matches codes of the maximum length, and does not read a longer code as a shorter one', async () => {
    const code = 'A'.repeat(supplierCodeMax)
    const row = (kode: string, harga: number) => ({ kode, harga, status: 'open' })
    const server = createServer((_, answer) => answer.end(JSON.stringify({ data: [row(code, 9_000), row(`${code}B`, 9_500)] })))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      const seller = await app.seller({ apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
      const id = await app.offer({ seller, product: await newProduct(), price: 10_000n, supplierCode: code })
      expect((await sync(seller)).body.data).toMatchObject({ updated: 1, missing: 0, unread: 1 })
      expect((await get(seller, `${path}/${id}`)).body.data).toMatchObject({ kodesupplier: code, buyprice: 9_000 })
    } finally {
      server.close()
    }
  })

  test('is refused before the seller’s API was tested, and when the seller’s server does not have a price list', async () => {
    const untested = await app.member({ roles: ['ROLE_SELLER'] })
    expect(await sync(untested)).toMatchObject({ status: 422, body: { code: 'supplier.not_tested' } })
    expect(await sync(await newSeller())).toMatchObject({ status: 422, body: { code: 'supplier.no_answer' } })
    const otomax = await app.seller({ kind: 2, apiUrl: 'http://127.0.0.1:9' })
    expect(await sync(otomax)).toMatchObject({ status: 422, body: { code: 'supplier.no_price_list' } })
  })
})
