import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lockCache } from '#db/cache-lock.ts'
import { startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'
import { shutOut } from '../../../../test/shut-out.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({}, ['http'])
})
afterAll(() => app?.stop())

const path = '/api/v1/seller/productspecial'
const get = (who: TestMember, url = path) => app.call('GET', url, { token: who.token })
const post = (who: TestMember, body: unknown) => app.call('POST', path, { token: who.token, body })
const patch = (who: TestMember, id: number, body: unknown) => app.call('PATCH', `${path}/${id}`, { token: who.token, body })
const remove = (who: TestMember, id: number) => app.call('DELETE', `${path}/${id}`, { token: who.token })
const newSeller = (name?: string) => app.seller({ apiUrl: 'http://127.0.0.1:9/api/h2h', ...(name !== undefined && { name }) })
const ids = (answer: { body: { data: { content: { id: number }[] } } }) => answer.body.data.content.map((row) => row.id)

let serial = 0
const newProduct = () => app.product({ code: `HK${++serial}` })

async function setUp() {
  const [seller, buyer, product] = [await newSeller(), await app.member({ balance: 1_000_000n }), await newProduct()]
  const offerId = await app.offer({ seller, product, price: 10_500n, promo: 10_200n })
  await app.customers(seller, buyer)
  return { seller, buyer, product, offerId, ask: { memberid: Number(buyer.id), productid: Number(product.id), price: 9_900 } }
}

describe('a seller [S-ROLE-03]', () => {
  test('ends a special price whether the id is in the query or in the path of the request', async () => {
    const { seller, ask } = await setUp()
    const { id } = (await post(seller, ask)).body.data
    const byQuery = (more: string) => app.call('DELETE', `${path}${more}`, { token: seller.token })
    expect((await byQuery('')).status).toBe(400)
    expect(await byQuery(`?id=${id}`)).toMatchObject({ status: 200, body: { msg: 'Delete Ok!' } })
    expect((await byQuery(`?id=${id}`)).body.code).toBe('not_found.special_price')
    expect((await get(seller)).body.data.totalElements).toBe(0)
  })

  test('finds by name a buyer that has a special price but never bought anything, a day after finding it by its e-mail address', async () => {
    const { seller, offerId } = await setUp()
    const friend = await app.member({ name: 'Konter Teratai' })
    const search = async (cari: string) =>
      (await app.call('GET', `/api/v1/seller/buyer?cari=${encodeURIComponent(cari)}`, { token: seller.token })).body.data
    expect(await search('teratai')).toEqual([])
    expect(await search(friend.email)).toMatchObject([{ memberid: Number(friend.id) }])
    const { product_id } = await app.db.read.selectFrom('offer').select('product_id').where('id', '=', offerId).executeTakeFirstOrThrow()
    const given = await post(seller, { memberid: Number(friend.id), productid: Number(product_id), price: 9_900 })
    expect(given.status).toBe(200)
    await app.tables.deleteFrom('buyer_found').where('seller_id', '=', seller.id).execute()
    expect(await search('teratai')).toMatchObject([{ memberid: Number(friend.id), membername: 'Konter Teratai' }])
    await remove(seller, given.body.data.id)
    expect(await search('teratai')).toEqual([])
  })

  test('gives one buyer a special price and finds it in the list [S-API-07, S-API-08, S-ENT-01]', async () => {
    const { seller, buyer, product, ask } = await setUp()
    await app.tables.updateTable('member').set({ avatar: '/foto/1.png' }).where('id', '=', buyer.id).execute()
    const { brand_id, category_id } = await app.db.read
      .selectFrom('product')
      .selectAll()
      .where('id', '=', product.id)
      .executeTakeFirstOrThrow()
    const added = await post(seller, {
      ...ask,
      brandid: Number(brand_id),
      categoryid: Number(category_id),
      product: { productcode: product.code },
    })
    expect(added).toMatchObject({ status: 200, body: { msg: 'Add Product Suplier Ok!' } })
    expect((await get(seller)).body.data).toEqual({ content: [added.body.data], totalElements: 1 })
    expect(added.body.data).toEqual({
      id: expect.any(Number),
      member: { memberid: Number(buyer.id), membername: buyer.name, memberavatar: '/foto/1.png' },
      product: {
        productid: Number(product.id),
        productname: `Produk ${product.code}`,
        productcode: product.code,
        sellprice: 10_500,
        brand: { brandname: `Brand ${product.code}` },
      },
      hargajual: 9_900,
      discount: 10_200,
      stok: null,
      status: 1,
      statustoko: 1,
      sellername: seller.name,
      sellerid: Number(seller.id),
    })
  })

  test('changes a special price, and the buyer’s next order pays the new price', async () => {
    const { seller, buyer, product, offerId, ask } = await setUp()
    await app.map(buyer, offerId)
    const order = async (reffclient: string) => {
      await app.lapak.refresh()
      const { body } = await app.call('POST', '/api/v1/transactions/buyer', {
        token: buyer.token,
        body: { productcode: product.code, target: `08${reffclient}`, reffclient },
      })
      return body.data.sellprice
    }
    expect(await order('1')).toBe(10_200)
    const { id } = (await post(seller, ask)).body.data
    expect(await order('2')).toBe(9_900)
    expect(await patch(seller, id, { price: 9_800 })).toMatchObject({
      status: 200,
      body: { msg: 'Update Product Suplier Ok!', data: { id, hargajual: 9_800 } },
    })
    expect(await order('3')).toBe(9_800)
    await remove(seller, id)
    expect(await order('4')).toBe(10_200)
  })

  test('leaves audit entries when it gives, changes or ends a special price', async () => {
    const { seller, buyer, offerId, ask } = await setUp()
    const { id } = (await post(seller, ask)).body.data
    await patch(seller, id, { price: 9_000 })
    await remove(seller, id)
    const kept = app.db.read.selectFrom('audit').select(['event', 'before', 'after']).where('actor_id', '=', seller.id)
    const at = (price: number) => ({ offer: Number(offerId), buyer: Number(buyer.id), price })
    expect(await kept.where('subject_kind', '=', 'special_price').orderBy('id').execute()).toEqual([
      { event: 'special_price.added', before: null, after: at(9_900) },
      { event: 'special_price.changed', before: at(9_900), after: at(9_000) },
      { event: 'special_price.removed', before: at(9_000), after: null },
    ])
  })

  test('ends a special price, and can give another special price later [S-API-09]', async () => {
    const { seller, ask } = await setUp()
    const { id } = (await post(seller, ask)).body.data
    expect(await remove(seller, id)).toMatchObject({ status: 200, body: { success: true, msg: 'Delete Ok!' } })
    expect((await get(seller)).body.data).toEqual({ content: [], totalElements: 0 })
    expect(await remove(seller, id)).toMatchObject({ status: 404, body: { code: 'not_found.special_price' } })
    expect((await patch(seller, id, { price: 5 })).status).toBe(404)
    expect((await post(seller, ask)).status).toBe(200)
  })

  test('filters and sorts the list', async () => {
    const seller = await newSeller()
    const [ani, budi] = [await app.member({ name: 'Ani 100%' }), await app.member({ name: 'Budi' })]
    await app.customers(seller, ani, budi)
    const [a, b] = [await newProduct(), await newProduct()]
    for (const product of [a, b]) await app.offer({ seller, product, price: 10_500n })
    const [first, second] = [
      (await post(seller, { memberid: Number(ani.id), productid: Number(a.id), price: 300 })).body.data.id,
      (await post(seller, { memberid: Number(budi.id), productid: Number(b.id), price: 200 })).body.data.id,
    ]
    const goods = await app.db.read.selectFrom('product').selectAll().where('id', '=', b.id).executeTakeFirstOrThrow()
    expect(ids(await get(seller, `${path}?sort=hargajual,ASC`))).toEqual([second, first])
    expect(ids(await get(seller, `${path}?sort=membername,ASC`))).toEqual([first, second])
    expect((await get(seller, `${path}?size=1&page=1`)).body.data).toMatchObject({ totalElements: 2, content: [{ id: first }] })
    expect(ids(await get(seller, `${path}?search=0%25`))).toEqual([first])
    expect(ids(await get(seller, `${path}?search=${b.code.toLowerCase()}`))).toEqual([second])
    expect(ids(await get(seller, `${path}?brandid=${goods.brand_id}`))).toEqual([second])
    expect(ids(await get(seller, `${path}?categoryid=${goods.category_id}`))).toEqual([second])
    expect((await get(seller, `${path}?sort=price`)).status).toBe(400)
  })

  test('downloads the list as a file, with the normal prices and the labels of the web app', async () => {
    const { seller, buyer, product, offerId, ask } = await setUp()
    await app.tables.updateTable('member').set({ name: '=Dewi "Jaya"' }).where('id', '=', buyer.id).execute()
    const { id } = (await post(seller, ask)).body.data
    await app.tables.updateTable('offer').set({ open: false }).where('id', '=', offerId).execute()
    const file = await app.call('GET', `${path}/download?search=${product.code}`, { token: seller.token })
    expect(file.headers.get('content-disposition')).toContain('harga-khusus.csv')
    const [, row] = String(file.body).split('\r\n')
    expect(row).toBe(`${id},"'=Dewi ""Jaya""","Brand ${product.code}","Produk ${product.code}","${product.code}",9900,10200,"Non Aktif"`)
    expect(String((await app.call('GET', `${path}/download`, { token: (await newSeller()).token })).body)).not.toContain(product.code)
  })

  test('cannot give a buyer two special prices for one product', async () => {
    const { seller, ask } = await setUp()
    expect((await post(seller, ask)).status).toBe(200)
    expect(await post(seller, ask)).toMatchObject({ status: 409, body: { code: 'special_price.exists' } })
  })

  test('cannot give a special price for a product that it does not offer, to an unknown member, or to itself', async () => {
    const { seller, buyer, ask } = await setUp()
    const foreign = await newProduct()
    await app.offer({ seller: await newSeller(), product: foreign, price: 10_500n })
    expect(await post(seller, { ...ask, productid: Number(foreign.id) })).toMatchObject({ status: 404, body: { code: 'not_found.offer' } })
    expect((await post(seller, { ...ask, brandid: 999_999 })).body.code).toBe('not_found.offer')
    expect(await post(seller, { ...ask, memberid: 999_999 })).toMatchObject({ status: 404, body: { code: 'not_found.member' } })
    expect((await post(seller, { ...ask, memberid: Number(seller.id) })).body.code).toBe('not_found.member')
    await shutOut(app.tables, buyer.id)
    expect((await post(seller, ask)).body.code).toBe('not_found.member')
  })

  test.each([[0], [-5], [1.5], ['9900'], [1_000_000_001]])('cannot give the price %s', async (price) => {
    const { seller, ask } = await setUp()
    expect(await post(seller, { ...ask, price })).toMatchObject({ status: 400, body: { errors: { price: expect.any(String) } } })
    const { id } = (await post(seller, ask)).body.data
    expect((await patch(seller, id, { price })).status).toBe(400)
  })
})

describe('the search for buyers', () => {
  const ask = (who: TestMember, typed: string) => get(who, `/api/v1/seller/buyer?cari=${encodeURIComponent(typed)}`)
  const find = async (who: TestMember, typed: string) => (await ask(who, typed)).body.data
  const buy = async (seller: TestMember, buyer: TestMember) => {
    const product = await newProduct()
    await app.map(buyer, await app.offer({ seller, product, price: 10_500n }))
    const order = { productcode: product.code, target: '081234567890', reffclient: `BUY-${product.code}` }
    expect((await app.call('POST', '/api/v1/transactions/buyer', { token: buyer.token, body: order })).status).toBe(200)
  }

  test('finds own customers by any word of the name and returns id, name and picture only [S-API-10, S-ROLE-08]', async () => {
    const [seller, other] = [await newSeller(), await newSeller()]
    const [today, earlier, otherCustomer] = [
      await app.member({ name: 'Cahya Sejahtera', balance: 100_000n }),
      await app.member({ name: 'Toko Cahya Baru' }),
      await app.member({ name: 'Cahya Asing' }),
    ]
    await buy(seller, today)
    await app.customers(seller, earlier)
    await app.customers(other, otherCustomer)
    const row = (who: TestMember) => ({ memberid: Number(who.id), membername: who.name, memberavatar: null })
    expect(await find(seller, 'cahya')).toEqual([row(today), row(earlier)])
    expect(await find(seller, 'SEJAH')).toEqual([row(today)])
    expect(await find(seller, 'cahya baru')).toEqual([row(earlier)])
    expect(await find(seller, 'asing')).toEqual([])
    expect(await find(other, 'cahya')).toEqual([row(otherCustomer)])
  })

  test('finds a member by its complete e-mail address or verified phone number, and never by a part of them', async () => {
    const seller = await newSeller()
    const dewi = await app.member({ name: 'Dewi Jauh' })
    const [verified, unproved] = [`62813${dewi.id.toString().padStart(8, '0')}`, '6281299990000']
    const phoneOf = (phone: string, phone_verified_at: Date | null) =>
      app.tables.updateTable('member').set({ phone, phone_verified_at }).where('id', '=', dewi.id).execute()
    await phoneOf(verified, new Date())
    expect(await find(seller, dewi.email.toUpperCase())).toMatchObject([{ memberid: Number(dewi.id), membername: 'Dewi Jauh' }])
    expect(await find(seller, `0${verified.slice(2)}`)).toMatchObject([{ memberid: Number(dewi.id) }])
    expect(await find(seller, `+${verified}`)).toMatchObject([{ memberid: Number(dewi.id) }])
    // If parts matched, an e-mail address or phone number could be guessed character by character.
    for (const part of [dewi.email.slice(0, -1), dewi.email.slice(1), verified.slice(0, -1), 'dewi', 'Dewi Jauh'])
      expect(await find(seller, part)).toEqual([])
    await phoneOf(unproved, null)
    expect(await find(seller, unproved)).toEqual([])
  })

  test('reveals no member to a seller that tries all ids or the beginnings of names', async () => {
    const [seller, product] = [await newSeller(), await newProduct()]
    await app.offer({ seller, product, price: 10_500n })
    const members = await app.db.read.selectFrom('member').select(['id', 'name', 'email']).orderBy('id').execute()
    expect(members.length).toBeGreaterThan(20)
    await app.setting('specialPrices.addsPerMinute', 10_000)
    const answers = await Promise.all(
      members.map(({ id }) => post(seller, { memberid: Number(id), productid: Number(product.id), price: 9_000 })),
    )
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.code}`))).toEqual(new Set(['404 not_found.member']))
    for (const { name } of members.slice(0, 20)) expect(await find(seller, name.slice(0, 4))).toEqual([])
  })

  test('refuses guessed ids without waiting for the cache lock, and limits the number of requests', async () => {
    const [seller, product, outsider] = [await newSeller(), await newProduct(), await app.member()]
    await app.offer({ seller, product, price: 10_500n })
    const give = (memberid: number) => post(seller, { memberid, productid: Number(product.id), price: 9_000 })
    await app.db.transaction(async (tx) => {
      await lockCache(tx)
      for (const id of [Number(outsider.id), 999_999]) expect((await give(id)).body.code).toBe('not_found.member')
    })
    await app.setting('specialPrices.addsPerMinute', 2)
    expect(await give(999_998)).toMatchObject({ status: 429, body: { code: 'rate.too_many' } })
    await app.setting('specialPrices.addsPerMinute', 10_000)
  })

  test('allows a special price for a member for a day after the member was found by its complete e-mail address or phone number', async () => {
    const [seller, product, buyer] = [await newSeller(), await newProduct(), await app.member()]
    await app.offer({ seller, product, price: 10_500n })
    const give = () => post(seller, { memberid: Number(buyer.id), productid: Number(product.id), price: 9_000 })
    expect((await give()).body.code).toBe('not_found.member')
    await find(seller, buyer.email)
    await app.tables
      .updateTable('buyer_found')
      .set({ at: new Date(Date.now() - 25 * 3_600_000) })
      .where('seller_id', '=', seller.id)
      .execute()
    expect((await give()).body.code).toBe('not_found.member')
    await find(seller, buyer.email)
    expect((await give()).status).toBe(200)
  })

  test('is limited to a hundred complete e-mail addresses or phone numbers a day', async () => {
    const [seller, buyer] = [await newSeller(), await app.member()]
    await find(seller, buyer.email)
    await app.tables
      .updateTable('rate_count')
      .set({ count: 100 })
      .where('subject', '=', `specialPrices.addressesPerDay:${seller.id}`)
      .execute()
    expect(await ask(seller, buyer.email)).toMatchObject({ status: 429, body: { code: 'rate.too_many' } })
    expect((await ask(seller, 'dewi')).status).toBe(200)
  })

  test('returns nothing for less than two characters, and treats SQL wildcards as plain characters', async () => {
    const [seller, dewi] = [await newSeller(), await app.member({ name: 'Dewi' })]
    await app.customers(seller, dewi)
    expect(await find(seller, '')).toEqual([])
    expect(await find(seller, 'D')).toEqual([])
    expect(await find(seller, '%%')).toEqual([])
    expect(await find(seller, '__')).toEqual([])
    expect((await get(seller, '/api/v1/seller/buyer')).body.data).toEqual([])
  })

  test('omits the seller itself and blocked members, and returns at most twenty members', async () => {
    const seller = await newSeller('Eka Grosir')
    const blocked = await app.member({ name: 'Eka Blokir' })
    await shutOut(app.tables, blocked.id)
    const rows = Array.from({ length: 25 }, (_, index) => ({ name: `Eka ${index}`, email: `eka${index}@contoh.test`, password_hash: '-' }))
    const many = await app.tables.insertInto('member').values(rows).returning('id').execute()
    const known = [...many, seller, blocked].map(({ id }) => ({ seller_id: seller.id, buyer_id: id }))
    await app.tables.insertInto('customer').values(known).execute()
    const found: { membername: string }[] = await find(seller, 'eka')
    expect(found).toHaveLength(20)
    expect(found.map(({ membername }) => membername)).not.toContain('Eka Grosir')
    expect(found.map(({ membername }) => membername)).not.toContain('Eka Blokir')
    expect(await find(seller, blocked.email)).toEqual([])
  })
})

describe('special prices', () => {
  test('of other sellers can be neither read nor changed', async () => {
    const { seller, ask } = await setUp()
    const otherSeller = await newSeller()
    const { id } = (await post(seller, ask)).body.data
    const refused = { status: 404, body: { code: 'not_found.special_price' } }
    expect(await patch(otherSeller, id, { price: 1 })).toMatchObject(refused)
    expect(await remove(otherSeller, id)).toMatchObject(refused)
    expect(ids(await get(otherSeller))).toEqual([])
    expect(ids(await get(seller))).toEqual([id])
  })

  test('can be managed by sellers only', async () => {
    const { buyer, ask } = await setUp()
    expect((await get(buyer)).status).toBe(403)
    expect((await post(buyer, ask)).status).toBe(403)
    expect((await patch(buyer, 1, { price: 1 })).status).toBe(403)
    expect((await remove(buyer, 1)).status).toBe(403)
    expect((await get(buyer, '/api/v1/seller/buyer?cari=ab')).status).toBe(403)
    expect((await app.call('GET', path)).status).toBe(401)
  })
})
