import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Json, startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'
import { shutOut } from '../../../../test/shut-out.ts'

let app: TestApp
let buyer: TestMember
let cheap: TestMember
let dear: TestMember
beforeAll(async () => {
  app = await startTestApp({}, ['http'])
  buyer = await app.member({ balance: 1_000_000n })
  cheap = await newSeller('Anugerah Pulsa Murah')
  dear = await newSeller('Berkah')
})
afterAll(() => app?.stop())

const newSeller = (name: string) => app.seller({ apiUrl: 'http://127.0.0.1:9/api/h2h', name })
const get = async (path: string, who = buyer): Promise<Json> => (await app.call('GET', path, { token: who.token })).body.data

async function brandOf(productId: bigint): Promise<number> {
  const { brand_id } = await app.db.read.selectFrom('product').select('brand_id').where('id', '=', productId).executeTakeFirstOrThrow()
  return Number(brand_id)
}

describe('prices [B-API-59, B-API-61, B-API-62, B-ENT-28]', () => {
  test('list every seller of a product, sorted by ascending or descending price, in pages', async () => {
    const product = await app.product({ code: 'KAT10' })
    const [low, high] = [
      await app.offer({ seller: cheap, product, price: 10_100n }),
      await app.offer({ seller: dear, product, price: 10_900n, promo: 10_700n }),
    ]
    const path = `/api/v1/product/pricing/byprodid/${product.id}`
    const { content, totalElements } = await get(`${path}?size=50&sort=saleprice,ASC`)
    expect(totalElements).toBe(2)
    expect(content).toEqual([
      {
        id: Number(low),
        productid: Number(product.id),
        productname: 'Produk KAT10',
        productcode: 'KAT10',
        producttype: 0,
        denom: 10,
        targetkind: 'text',
        brandname: 'Brand KAT10',
        brandlogo: null,
        price: 10_100,
        sellprice: 10_100,
        discount: 0,
        sellerid: Number(cheap.id),
        sellername: 'Anugerah Pulsa Murah',
        state: 'open',
        sudahada: 0,
        successrate: null,
        mediandetik: null,
        sengketa: null,
      },
      expect.objectContaining({ id: Number(high), price: 10_700, sellprice: 10_900, discount: 10_700 }),
    ])
    expect((await get(`${path}?size=50&sort=saleprice,DESC`)).content.map(({ price }: Json) => price)).toEqual([10_700, 10_100])
    expect(await get(`${path}?size=1&page=1&sort=saleprice,ASC`)).toMatchObject({ totalElements: 2, content: [{ price: 10_700 }] })
    const brand = await brandOf(product.id)
    expect(await get(`/api/v1/product/pricing/bybrand/${brand}?size=25&sort=saleprice,ASC`)).toEqual({ content, totalElements })
    expect((await app.call('GET', `${path}?sort=hargabeli`, { token: buyer.token })).status).toBe(400)
    expect(await get('/api/v1/product/pricing/byprodid/999999')).toEqual({ content: [], totalElements: 0 })
  })

  test('are the buyer’s special price, else the promo price, on every page and in an order', async () => {
    const product = await app.product({ code: 'SENDIRI5' })
    const offer = await app.offer({ seller: cheap, product, price: 5_500n, promo: 5_400n })
    const other = await app.member({ balance: 100_000n })
    await app.tables.insertInto('special_price').values({ offer_id: offer, buyer_id: buyer.id, price: 5_250n }).execute()
    for (const who of [buyer, other]) await app.map(who, offer)
    for (const [who, price, discount] of [
      [buyer, 5_250, 0],
      [other, 5_400, 5_400],
    ] as const) {
      const shown = { price, discount }
      expect((await get(`/api/v1/product/pricing/byprodid/${product.id}`, who)).content).toMatchObject([shown])
      expect((await get('/api/v1/product/pricing/cari?cari=SENDIRI5', who)).content).toMatchObject([shown])
      const [compared] = (await get(`/api/v1/product/compare/${await brandOf(product.id)}`, who)).content
      expect(compared).toMatchObject({ rute: { price }, hemat: 0, prices: [shown] })
      const { productlist } = await get(`/api/v1/product/seller/${cheap.id}`, who)
      expect(productlist.flatMap(({ brands }: Json) => brands.flatMap(({ products }: Json) => products))).toContainEqual(
        expect.objectContaining({ productcode: 'SENDIRI5', ...shown }),
      )
      expect((await get('/api/v1/product/mappings?search=SENDIRI5', who)).content).toMatchObject([{ price }])
      const order = { productcode: 'SENDIRI5', target: '081234567890', reffclient: 'HARGA-1' }
      expect((await app.call('POST', '/api/v1/transactions/buyer', { token: who.token, body: order })).body.data.sellprice).toBe(price)
    }
  })

  test('show whether an offer is closed, disturbed or sold out, and whether it is in the buyer’s list, even if switched off there', async () => {
    const product = await app.product({ code: 'KEADAAN' })
    const offers = [
      await app.offer({ seller: cheap, product, price: 1_000n, open: false }),
      await app.offer({ seller: dear, product, price: 2_000n, stock: 0 }),
      await app.offer({ seller: await newSeller('Cadangan'), product, price: 3_000n }),
    ] as const
    const mapping = await app.map(buyer, offers[2])
    await app.tables.updateTable('buying_list_entry').set({ active: false }).where('id', '=', mapping).execute()
    await app.tables.updateTable('offer').set({ disturbed: true }).where('id', '=', offers[2]).execute()
    await app.lapak.refresh()
    const { content } = await get(`/api/v1/product/pricing/byprodid/${product.id}?sort=saleprice,ASC`)
    expect(content.map(({ state, sudahada }: Json) => [state, sudahada])).toEqual([
      ['closed', 0],
      ['sold_out', 0],
      ['disturbed', 1],
    ])
  })

  test('omit blocked sellers and archived products', async () => {
    const product = await app.product({ code: 'ARSIP' })
    const gone = await newSeller('Diblokir')
    await app.offer({ seller: gone, product, price: 1_000n })
    await shutOut(app.tables, gone.id)
    await app.lapak.refresh()
    expect((await get(`/api/v1/product/pricing/byprodid/${product.id}`)).totalElements).toBe(0)
    await app.offer({ seller: cheap, product, price: 1_000n })
    expect((await get(`/api/v1/product/pricing/byprodid/${product.id}`)).totalElements).toBe(1)
    await app.tables.updateTable('product').set({ active: false }).where('id', '=', product.id).execute()
    await app.lapak.refresh()
    expect((await get(`/api/v1/product/pricing/byprodid/${product.id}`)).totalElements).toBe(0)
  })
})

describe('compared products', () => {
  const compared = async (product: { id: bigint }, query = '', who = buyer) =>
    (await get(`/api/v1/product/compare/${await brandOf(product.id)}${query}`, who)) as Json
  const asked = ({ prices }: Json) => prices.map(({ price, state }: Json) => [price, state])

  test('list their sellers by price: the open offers first, the closed offers last', async () => {
    const product = await app.product({ code: 'BANDING' })
    const sellers = await Promise.all(['Satu', 'Dua', 'Tiga', 'Empat', 'Lima', 'Enam'].map((name) => newSeller(`Banding ${name}`)))
    const [closed, soldOut, ...open] = sellers as [TestMember, TestMember, ...TestMember[]]
    await app.offer({ seller: closed, product, price: 900n, open: false })
    await app.offer({ seller: soldOut, product, price: 950n, stock: 0 })
    for (const [place, seller] of open.entries()) await app.offer({ seller, product, price: 1_300n - BigInt(place) * 100n })
    const { content, totalElements } = await compared(product)
    expect(totalElements).toBe(1)
    expect(content[0]).toMatchObject({ productcode: 'BANDING', suplier: 6, buka: 4, rute: null, hemat: 0 })
    expect(asked(content[0])).toEqual([
      [1_000, 'open'],
      [1_100, 'open'],
      [1_200, 'open'],
      [1_300, 'open'],
      [900, 'closed'],
    ])
    // A member cannot buy from itself.
    expect((await compared(product, '', open.at(-1))).content[0]).toMatchObject({
      suplier: 5,
      buka: 3,
      prices: [{ price: 1_100 }, {}, {}, {}, {}],
    })
  })

  test("show how much the cheapest offer saves compared with the offer that an order would use from the buyer's list, if there is one", async () => {
    const product = await app.product({ code: 'HEMAT' })
    const [low, high] = [
      await app.offer({ seller: cheap, product, price: 10_000n }),
      await app.offer({ seller: dear, product, price: 10_305n }),
    ]
    const other = await app.member()
    await app.map(other, high)
    expect((await compared(product, '', other)).content[0]).toMatchObject({
      rute: { id: Number(high), sellername: 'Berkah', price: 10_305 },
      hemat: 305,
    })
    await app.tables.updateTable('offer').set({ open: false }).where('id', '=', high).execute()
    await app.lapak.refresh()
    expect((await compared(product, '', other)).content[0]).toMatchObject({ rute: null, hemat: 0, buka: 1 })
    await app.tables.updateTable('offer').set({ open: true }).where('id', '=', high).execute()
    await app.tables.updateTable('offer').set({ open: false }).where('id', '=', low).execute()
    await app.lapak.refresh()
    expect((await compared(product, '', other)).content[0]).toMatchObject({ rute: { id: Number(high) }, hemat: 0 })
  })

  test('are sorted by the lowest price that can be ordered now, ascending or descending, in pages', async () => {
    const first = await app.product({ code: 'URUT1' })
    const { brand_id, category_id } = await app.db.read
      .selectFrom('product')
      .select(['brand_id', 'category_id'])
      .where('id', '=', first.id)
      .executeTakeFirstOrThrow()
    const [second, unsold] = [await app.product({ code: 'URUT2' }), await app.product({ code: 'URUT3' })]
    for (const { id } of [second, unsold])
      await app.tables.updateTable('product').set({ brand_id, category_id }).where('id', '=', id).execute()
    await app.offer({ seller: cheap, product: first, price: 2_000n })
    await app.offer({ seller: dear, product: first, price: 500n, open: false })
    await app.offer({ seller: cheap, product: second, price: 1_000n })
    await app.lapak.refresh()
    const codes = async (query: string) => (await compared(first, query)).content.map(({ productcode }: Json) => productcode)
    expect(await codes('?sort=saleprice,ASC')).toEqual(['URUT2', 'URUT1'])
    expect(await codes('?sort=saleprice,DESC')).toEqual(['URUT1', 'URUT2'])
    expect(await codes('?sort=saleprice,ASC&size=1&page=1')).toEqual(['URUT1'])
    expect(await codes('?sort=saleprice,ASC&size=1&page=2')).toEqual([])
    for (const query of ['?sort=nama,ASC', '?page=-1'])
      expect((await app.call('GET', `/api/v1/product/compare/${brand_id}${query}`, { token: buyer.token })).status).toBe(400)
    expect(await get('/api/v1/product/compare/999999')).toEqual({ content: [], totalElements: 0 })
  })
})

test('categories contain their brands, and brands their products [B-API-58, B-API-64, B-API-65, B-API-66, B-ENT-39]', async () => {
  const product = await app.product({ code: 'POHON' })
  const brand = await brandOf(product.id)
  const choice = {
    id: Number(product.id),
    productname: 'Produk POHON',
    productcode: 'POHON',
    description: null,
    producttype: 0,
    denom: 10,
    image: null,
  }
  expect(await get('/api/v1/product/category?size=50')).toContainEqual({
    id: expect.any(Number),
    name: 'Kategori POHON',
    image: null,
    brands: [expect.objectContaining({ id: brand, brandname: 'Brand POHON' })],
  })
  expect(await get(`/api/v1/product/bybrand/${brand}`)).toEqual([choice])
  expect(await get(`/api/v1/product/brand/${brand}`)).toMatchObject({ id: brand, brandname: 'Brand POHON', products: [choice] })
  expect((await get('/api/v1/product/brands?size=500&sort=brandname,ASC')).content).toContainEqual({
    id: brand,
    brandname: 'Brand POHON',
    brandlogo: null,
    categoryid: expect.any(Number),
    categoryname: 'Kategori POHON',
  })
  expect((await app.call('GET', '/api/v1/product/brand/999999', { token: buyer.token })).body.code).toBe('not_found.brand')
})

describe('a search [B-API-60]', () => {
  const codes = async (cari: string) =>
    (await get(`/api/v1/product/pricing/cari?size=50&sort=saleprice,ASC&cari=${encodeURIComponent(cari)}`)).content.map(
      ({ productcode }: Json) => productcode,
    )
  beforeAll(async () => {
    for (const [code, operator] of [
      ['TELKOM25', 'TSEL'],
      ['AXIS25', 'AXIS'],
      ['FREEFIRE140', undefined],
    ] as const) {
      const product = await app.product({ code, ...(operator && { operator }) })
      await app.offer({ seller: cheap, product, price: 25_000n })
    }
    await app.tables.updateTable('product').set({ name: 'Free Fire 140 Diamond' }).where('code', '=', 'FREEFIRE140').execute()
    await app.lapak.refresh()
  })

  test('finds products whose code, name or brand contains every word, ignoring case', async () => {
    expect(await codes('telkom25')).toEqual(['TELKOM25'])
    expect(await codes('140 diamond')).toEqual(['FREEFIRE140'])
    expect(await codes('brand axis')).toEqual(['AXIS25'])
    expect(await codes('brand free')).toEqual(['FREEFIRE140'])
  })

  test('tolerates typing errors', async () => {
    expect(await codes('fre fier diamon')).toContain('FREEFIRE140')
  })

  test('returns at most 100 products, including the product with exactly this code', async () => {
    const named = await app.product({ code: 'BANYAK' })
    await app.offer({ seller: cheap, product: named, price: 99_000n })
    const { brand_id, category_id } = await app.db.read
      .selectFrom('product')
      .select(['brand_id', 'category_id'])
      .where('id', '=', named.id)
      .executeTakeFirstOrThrow()
    const others = await app.tables
      .insertInto('product')
      .values(Array.from({ length: 120 }, (_, n) => ({ code: `ABANYAK${n}`, name: `Produk ${n}`, brand_id, category_id })))
      .returning(['id', 'code'])
      .execute()
    await app.tables
      .insertInto('offer')
      .values(others.map(({ id, code }) => ({ seller_id: cheap.id, product_id: id, supplier_code: code, sell_price: 1_000n })))
      .execute()
    await app.lapak.refresh()
    const { content, totalElements } = await get('/api/v1/product/pricing/cari?size=50&sort=saleprice,DESC&cari=banyak')
    expect(totalElements).toBe(100)
    expect(content[0]).toMatchObject({ productcode: 'BANYAK', price: 99_000 })
  })

  test('finds the products of the operator if the text is a phone number', async () => {
    expect(await codes('0812')).toEqual(['TELKOM25'])
    expect(await codes('+62 838-1234-5678')).toEqual(['AXIS25'])
  })

  test('treats SQL wildcards as plain characters, and finds nothing for an empty text', async () => {
    for (const cari of ['', '%', '___', '\\', "' or 1=1 --"]) expect(await codes(cari), cari).toEqual([])
  })
})

test('renamed brands and categories are found under their new names at once, and closed brands are not found', async () => {
  const product = await app.product({ code: 'GANTI' })
  const offer = await app.offer({ seller: cheap, product, price: 5_000n })
  await app.map(buyer, offer)
  const brand = await brandOf(product.id)
  const names = async (typed: string) =>
    (await get(`/api/v1/product/pricing/cari?cari=${typed}`)).content.map(({ brandname }: Json) => brandname)
  const setBrand = async (change: { name?: string; active?: boolean; operator?: string }) => {
    await app.tables.updateTable('brand').set(change).where('id', '=', BigInt(brand)).execute()
    await app.lapak.refresh()
  }
  await setBrand({ name: 'Zamrud' })
  expect(await names('zamrud')).toEqual(['Zamrud'])
  await app.tables.updateTable('category').set({ name: 'Permata' }).where('name', '=', 'Kategori GANTI').execute()
  await app.lapak.refresh()
  expect((await get(`/api/v1/product/seller/${cheap.id}`)).productlist).toContainEqual(
    expect.objectContaining({ categoryname: 'Permata', brands: [expect.objectContaining({ brandname: 'Zamrud' })] }),
  )
  await setBrand({ active: false })
  expect(await names('zamrud')).toEqual([])
  expect(await names('zamruud')).toEqual([])
  expect((await get(`/api/v1/product/pricing/bybrand/${brand}`)).content).toEqual([])
  expect((await get('/api/v1/product/route/GANTI')).steps).toMatchObject([{ state: 'closed' }])
  expect((await get('/api/v1/product/mappings?search=GANTI')).content).toMatchObject([{ state: 'closed' }])
  const late = await app.member()
  const added = await app.call('POST', '/api/v1/product/mapping', { token: late.token, body: { productmemberid: Number(offer) } })
  expect(added.body.code).toBe('not_found.offer')
})

test('categories are returned in pages, and the last page is not full', async () => {
  await app.tables
    .insertInto('category')
    .values(Array.from({ length: 51 }, (_, row) => ({ name: `Rak ${row}` })))
    .execute()
  const page = async (page: number) => {
    const found: { name: string }[] = await get(`/api/v1/product/category?size=50&page=${page}`)
    return found.map(({ name }) => name)
  }
  const [first, second] = [await page(0), await page(1)]
  expect(first).toHaveLength(50)
  expect(second.length).toBeLessThan(50)
  expect(second).toContain('Rak 50')
  expect(first.filter((name) => second.includes(name))).toEqual([])
  expect(await page(2)).toEqual([])
})

test('a page of prices has at most 500 rows, and the next page continues after them', async () => {
  const product = await app.product({ code: 'RAMAI' })
  const { rows } = await sql<{ id: bigint }>`
    with seller as (
      insert into member (name, email, password_hash) select 'Banyak ' || n, 'banyak' || n || '@lapak.test', '-' from generate_series(1, 503) n returning id
    )
    insert into offer (seller_id, product_id, supplier_code, sell_price) select id, ${product.id}, 'X', 1000 + id from seller returning id`.execute(
    app.tables,
  )
  expect(rows).toHaveLength(503)
  await app.lapak.refresh()
  const path = `/api/v1/product/pricing/byprodid/${product.id}?sort=saleprice,ASC`
  const seen = new Set<number>()
  for (const [query, count] of [
    ['&size=-1', 500],
    ['&size=10000', 500],
    ['&size=-1&page=1', 3],
    ['&size=100', 100],
  ] as const) {
    const { content, totalElements } = await get(path + query)
    expect(totalElements).toBe(503)
    expect(content, query).toHaveLength(count)
    for (const { id } of content) seen.add(id)
  }
  expect(seen.size).toBe(503)
})
