import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Json, startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'
import { steppedUpAgo } from '../../../../test/step-up.ts'

let app: TestApp
let admin: TestMember
let buyer: TestMember
let seller: TestMember
beforeAll(async () => {
  app = await startTestApp({}, ['http'])
  admin = await app.member({ roles: ['ROLE_ADMIN'] })
  buyer = await app.member({ balance: 1_000_000n })
  seller = await app.seller({ apiUrl: 'http://127.0.0.1:9/api/h2h' })
})
afterAll(() => app?.stop())

const base = '/api/admin/v1'
const ask = (method: string, path: string, body?: Json, who = admin) => app.call(method, `${base}${path}`, { token: who.token, body })
const get = async (path: string): Promise<Json> => (await ask('GET', path)).body.data
const made = async (path: string, body: Json): Promise<Json> => {
  const answer = await ask('POST', path, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data
}
const lastAudit = async (event: string, subject: number): Promise<Json> =>
  (await get(`/audit?event=${event}&subject=${subject}`)).content[0]

let serial = 0
async function newCategory(): Promise<number> {
  const name = `Kategori ${++serial}`
  const { id } = await app.tables.insertInto('category').values({ name }).returning('id').executeTakeFirstOrThrow()
  return Number(id)
}
const newBrand = async (more: Json = {}) =>
  made('/brand', { brandname: `Brand ${++serial}`, productcategoryid: more.productcategoryid ?? (await newCategory()), ...more })
const newProduct = async (more: Json = {}) =>
  made('/product', { productname: 'Pulsa 5.000', productcode: `P${++serial}`, brandid: more.brandid ?? (await newBrand()).id, ...more })
const goods = ({ id, productcode }: Json) => ({ id: BigInt(id), code: productcode })

async function uploaded(who: TestMember): Promise<string> {
  const name = `${'abcdefghijklmnopqrstuvwxyz012345'.slice(0, 30)}${String(++serial).padStart(2, '0')}.webp`
  await app.tables.insertInto('upload').values({ name, owner_id: who.id, private: false, bytes: 9, width: 1, height: 1 }).execute()
  return `/public/images/${name}`
}

describe('brands', () => {
  test('are added with their group, and the list includes closed brands [A-API-35, A-API-36, A-ENT-15]', async () => {
    const category = await newCategory()
    const group = await made('/brandgroup', { name: `Reguler ${serial}`, categoryid: category })
    const logo = await uploaded(admin)
    const second = await newBrand({ brandname: 'Zeta', productcategoryid: category, status: 0 })
    const first = await newBrand({
      ...{ brandname: 'Alfa', productcategoryid: category, brandgroupid: group.id, brandlogo: logo, operator: 'XL', targetkind: 'mobile' },
    })
    const { content, totalElements } = await get(`/brand?categoryid=${category}&sort=brandname,ASC`)
    expect([content, totalElements]).toEqual([[first, second], 2])
    expect(first).toEqual({
      id: expect.any(Number),
      ...{ brandname: 'Alfa', brandlogo: logo, productcategoryid: category, categoryname: expect.any(String) },
      ...{ brandgroupid: group.id, groupname: group.name, operator: 'XL', targetkind: 'mobile', status: 1, products: 0 },
      updateat: expect.any(String),
    })
    expect(second).toMatchObject({ status: 0, brandgroupid: null, operator: null, targetkind: 'text' })
    const found = async (query: string) => (await get(`/brand?${query}`)).content.map(({ id }: Json) => id)
    expect(await found(`categoryid=${category}&sort=brandname,DESC`)).toEqual([second.id, first.id])
    expect(await found(`categoryid=${category}&status=0`)).toEqual([second.id])
    expect(await found(`brandgroupid=${group.id}`)).toEqual([first.id])
    expect(await found(`categoryid=${category}&search=zet`)).toEqual([second.id])
    expect(await lastAudit('brand.added', first.id)).toMatchObject({ before: null, after: { name: 'Alfa', operator: 'XL', active: true } })
  })

  test('change only in the fields that a request contains, and the audit stores the old and the new values [A-API-37]', async () => {
    const brand = await newBrand()
    const { status, body } = await ask('PATCH', '/brand', { id: brand.id, brandname: `${brand.brandname} Baru`, targetkind: 'digits' })
    expect([status, body.msg]).toEqual([200, 'Brand disimpan'])
    expect(body.data).toEqual({ ...brand, brandname: `${brand.brandname} Baru`, targetkind: 'digits', updateat: body.data.updateat })
    expect(await lastAudit('brand.changed', brand.id)).toMatchObject({
      actorid: Number(admin.id),
      before: { name: brand.brandname, targetkind: 'text' },
      after: { name: `${brand.brandname} Baru`, targetkind: 'digits' },
    })
    expect((await ask('PATCH', '/brand', { ...brand, brandname: 'Lain' })).body.code, 'it was changed since it was read').toBe(
      'catalogue.changed',
    )
  })

  test('move to another category together with their products', async () => {
    const [from, to] = [await newCategory(), await newCategory()]
    const brand = await newBrand({ productcategoryid: from })
    const product = await newProduct({ brandid: brand.id })
    await ask('PATCH', '/brand', { id: brand.id, productcategoryid: to })
    expect((await get(`/product?categoryid=${to}`)).content).toMatchObject([{ id: product.id, productcategoryid: to }])
    expect((await get(`/product?categoryid=${from}`)).content).toEqual([])
  })

  test.each<[string, (brand: Json) => Promise<Json> | Json, string, string]>([
    ['the name of another one in its category', (brand) => ({ brandname: brand.brandname }), 'brand.exists', 'brandname'],
    ['a category that is not there', () => ({ productcategoryid: 999_999 }), 'not_found.category', 'productcategoryid'],
    ['a group that is not there', () => ({ brandgroupid: 999_999 }), 'not_found.brand_group', 'brandgroupid'],
    [
      'a group of another category',
      async () => ({ brandgroupid: (await made('/brandgroup', { name: `Lain ${++serial}`, categoryid: await newCategory() })).id }),
      'brand.group_elsewhere',
      'brandgroupid',
    ],
    ['an operator that is not there', () => ({ operator: 'TIDAK', targetkind: 'mobile' }), 'not_found.operator', 'operator'],
    [
      'an operator, while its targets are no mobile numbers',
      () => ({ operator: 'XL', targetkind: 'text' }),
      'brand.operator_kind',
      'targetkind',
    ],
  ])('refuse %s', async (_, wrong, code, field) => {
    const brand = await newBrand()
    const other = await newBrand({ productcategoryid: brand.productcategoryid })
    for (const answer of [
      await ask('PATCH', '/brand', { id: other.id, ...(await wrong(brand)) }),
      await ask('POST', '/brand', { brandname: `Brand ${++serial}`, productcategoryid: brand.productcategoryid, ...(await wrong(brand)) }),
    ])
      expect([answer.body.code, Object.keys(answer.body.errors)]).toEqual([code, [field]])
    expect((await get(`/brand?categoryid=${brand.productcategoryid}&sort=id,ASC`)).content).toEqual([brand, other])
  })

  test('accept a new picture only if the administrator uploaded it, and keep the present picture of another administrator', async () => {
    const other = await app.member({ roles: ['ROLE_ADMIN'] })
    const mine = await uploaded(admin)
    const brand = await newBrand({ brandlogo: mine })
    expect((await ask('PATCH', '/brand', { ...brand, brandname: `${brand.brandname} 2` }, other)).body.data.brandlogo).toBe(mine)
    for (const strange of [mine.replace('abc', 'xyz'), 'https://contoh.id/logo.png', await uploaded(buyer)])
      expect((await ask('PATCH', '/brand', { id: brand.id, brandlogo: strange }, other)).body.code).toBe('upload.unknown')
    expect((await ask('PATCH', '/brand', { id: brand.id, brandlogo: null }, other)).body.data.brandlogo).toBeNull()
  })
})

describe('brand groups', () => {
  test('can be added, changed and listed by category [A-API-38, A-API-39, A-API-40, A-ENT-14]', async () => {
    const [category, elsewhere] = [await newCategory(), await newCategory()]
    const [b, a] = [
      await made('/brandgroup', { name: `B ${serial}`, categoryid: category }),
      await made('/brandgroup', { name: `A ${serial}`, categoryid: category, logo: await uploaded(admin), status: 0 }),
    ]
    await made('/brandgroup', { name: `C ${serial}`, categoryid: elsewhere })
    expect((await get(`/brandgroup?categoryid=${category}&sort=name,ASC`)).content).toEqual([a, b])
    expect(a).toMatchObject({ id: expect.any(Number), logo: expect.stringContaining('/public/images/'), categoryid: category, status: 0 })
    const { body } = await ask('PATCH', '/brandgroup', { ...a, status: 1 })
    expect([body.msg, body.data.status]).toEqual(['BrandGroup disimpan', 1])
    expect(await lastAudit('brand_group.changed', a.id)).toMatchObject({ before: { active: false }, after: { active: true } })
    expect((await ask('PATCH', '/brandgroup', { id: a.id, name: b.name })).body.errors).toEqual({ name: `BrandGroup ${b.name} sudah ada` })
    expect((await ask('POST', '/brandgroup', { name: b.name, categoryid: elsewhere })).body.code).toBe('brand_group.exists')
    expect((await ask('PATCH', '/brandgroup', { ...a, name: 'Lain' })).body.code).toBe('catalogue.changed')
    await newBrand({ productcategoryid: category, brandgroupid: b.id })
    expect((await ask('PATCH', '/brandgroup', { id: b.id, categoryid: elsewhere })).body.code).toBe('brand_group.in_use')
    expect((await ask('PATCH', '/brandgroup', { id: a.id, categoryid: elsewhere })).body.data.categoryid).toBe(elsewhere)
    expect((await ask('PATCH', '/brandgroup', { id: 999_999, name: 'Tidak ada' })).body.code).toBe('not_found.brand_group')
  })
})

test('the list of categories has at most a hundred per page [A-API-41, A-ENT-16, A-CONST-03]', async () => {
  const before = (await get('/category?size=-1')).totalElements
  await app.tables
    .insertInto('category')
    .values(Array.from({ length: 110 }, (_, index) => ({ name: `Aneka ${String(index).padStart(3, '0')}`, image: '/demo/aneka.svg' })))
    .execute()
  const { content, totalElements } = await get('/category?sort=name,ASC')
  expect([content.length, totalElements]).toEqual([100, before + 110])
  expect(content[0]).toEqual({
    ...{ id: expect.any(Number), name: 'Aneka 000', image: '/demo/aneka.svg', status: 1, sortorder: 0, updateat: expect.any(String) },
    ...{ brandgroups: 0, brands: 0, products: 0 },
  })
  expect((await get('/category?search=aneka 10&size=5')).content).toHaveLength(5)
})

test('brands, brand groups and categories are sorted newest first by default [B-CONST-13]', async () => {
  const category = await newCategory()
  const brands = [await newBrand({ brandname: 'Alfa', productcategoryid: category })]
  brands.unshift(await newBrand({ brandname: 'Beta', productcategoryid: category }))
  const groups = [await made('/brandgroup', { name: `Alfa ${serial}`, categoryid: category })]
  groups.unshift(await made('/brandgroup', { name: `Beta ${serial}`, categoryid: category }))
  expect((await get(`/brand?categoryid=${category}`)).content).toEqual(brands)
  expect((await get(`/brandgroup?categoryid=${category}`)).content).toEqual(groups)
  await newCategory()
  const { content }: { content: { id: number }[] } = await get('/category?size=-1')
  expect(content.map(({ id }) => id)).toEqual(content.map(({ id }) => id).toSorted((one, other) => other - one))
})

describe('products', () => {
  test('are added with type 0 and denom 10 by default [A-API-44, A-ENT-17, A-CAT-11, A-CAT-12]', async () => {
    const brand = await newBrand()
    const image = await uploaded(admin)
    const code = `KECIL${++serial}`
    const product = await newProduct({ brandid: brand.id, productcode: ` ${code.toLowerCase()} `, description: 'Masa aktif 7 hari', image })
    expect(product).toEqual({
      ...{ id: expect.any(Number), productname: 'Pulsa 5.000', productcode: code, description: 'Masa aktif 7 hari' },
      ...{
        producttype: 0,
        denom: 10,
        brandid: brand.id,
        brandname: brand.brandname,
        brandstatus: 1,
        image,
        status: 1,
        berupakode: 0,
        offers: 0,
      },
      ...{ productcategoryid: brand.productcategoryid, categoryname: brand.categoryname, updateat: expect.any(String) },
    })
    expect(await lastAudit('product.added', product.id)).toMatchObject({ before: null, after: { code, denom: 10 } })
    expect((await newProduct({ producttype: 2, denom: 1_000 })).denom).toBe(1_000)
    for (const wrong of [{ denom: 0 }, { denom: 1.5 }, { producttype: 3 }, { productcode: 'DUA KATA' }, { productname: ' ' }])
      expect((await ask('POST', '/product', { ...product, productcode: 'BARU', ...wrong })).status).toBe(400)
    expect((await ask('POST', '/product', { ...product })).body.errors).toEqual({
      productcode: `Kode ${code} sudah dipakai produk lain`,
    })
    expect((await ask('POST', '/product', { ...product, productcode: 'BARU', brandid: 999_999 })).body.code).toBe('not_found.brand')
    const elsewhere = { productcode: 'BARU', productcategoryid: await newCategory() }
    expect((await ask('POST', '/product', { ...product, ...elsewhere })).body.code).toBe('not_found.category')
  })

  test('can be marked as codes that buyers type in; changes of other fields keep the mark, and the audit records it', async () => {
    const product = await newProduct({ berupakode: 1 })
    expect(product.berupakode).toBe(1)
    const change = async (changes: object) => (await ask('PATCH', '/product', { id: product.id, ...changes })).body.data
    expect(await change({ productname: 'Token 20.000' })).toMatchObject({ productname: 'Token 20.000', berupakode: 1 })
    expect(await change({ berupakode: 0 })).toMatchObject({ berupakode: 0 })
    expect(await lastAudit('product.changed', product.id)).toMatchObject({ before: { iscode: true }, after: { iscode: false } })
  })

  test('are sorted by brand name and code, and can be searched by text, brand and category [A-API-42, A-API-43]', async () => {
    const category = await newCategory()
    const [z, a] = [
      await newBrand({ brandname: 'Zulu', productcategoryid: category }),
      await newBrand({ brandname: 'Andalas', productcategoryid: category }),
    ]
    const codes = [`X${++serial}C`, `X${serial}A`, `X${serial}B`, `X${serial}D`]
    for (const [index, productcode] of codes.entries()) await newProduct({ productcode, brandid: index < 2 ? z.id : a.id })
    const found = async (query: string) =>
      (await get(`/product?categoryid=${category}${query}`)).content.map(({ productcode }: Json) => productcode)
    const [c, first, b, d] = codes
    expect(await found('')).toEqual([b, d, first, c])
    expect(await found('&size=1&page=2')).toEqual([first])
    expect(await found(`&brandid=${z.id}`)).toEqual([first, c])
    expect(await found(`&search=${first}`)).toEqual([first])
    expect(await found('&search=zulu')).toEqual([first, c])
    expect(await found('&sort=productcode,DESC')).toEqual([d, c, b, first])
    expect(await found('&status=0')).toEqual([])
  })

  test('are returned on one page if the size is negative [A-CONST-02]', async () => {
    const category = await newCategory()
    const brand = await newBrand({ productcategoryid: category })
    for (let count = 0; count < 12; count++) await newProduct({ brandid: brand.id })
    const lengths = await Promise.all(
      ['', '&size=-1'].map(async (size) => (await get(`/product?categoryid=${category}${size}`)).content.length),
    )
    expect(lengths).toEqual([10, 12])
  })

  test('change only in the fields that a request contains, and every process sells them with the new values once the request is answered [A-API-45]', async () => {
    const other = await app.startAnother(['http'])
    const product = await newProduct()
    const offer = await app.offer({ seller, product: goods(product), price: 5_500n })
    await app.map(buyer, offer)
    const change = { productname: 'Pulsa Lima Ribu', description: null, denom: 25, brandid: (await newBrand()).id }
    const { status, body } = await ask('PATCH', '/product', { ...product, ...change, productcategoryid: undefined })
    expect([status, body.msg]).toEqual([200, 'Produk disimpan'])
    expect(body.data).toMatchObject({ id: product.id, productcode: product.productcode, ...change })
    const seen = async (address: string): Promise<Json> => {
      const path = `${address}/api/v1/product/pricing/byprodid/${product.id}`
      return ((await (await fetch(path, { headers: { authorization: `Bearer ${buyer.token}` } })).json()) as Json).data.content[0]
    }
    expect(await seen(app.url)).toMatchObject({ productname: 'Pulsa Lima Ribu', denom: 25 })
    await expect.poll(() => seen(other.address)).toMatchObject({ productname: 'Pulsa Lima Ribu', denom: 25 })
    expect(await lastAudit('product.changed', product.id)).toMatchObject({ before: { denom: 10 }, after: { denom: 25 } })
    expect((await ask('PATCH', '/product', { ...product, productname: 'Lain' })).body.code).toBe('catalogue.changed')
    expect((await ask('PATCH', '/product', { id: 999_999, productname: 'Lain' })).body.code).toBe('not_found.product')
  })

  test('keep their code once a seller has offered them, even after the offer was removed', async () => {
    const product = await newProduct()
    const renamed = async (productcode: string) => (await ask('PATCH', '/product', { id: product.id, productcode })).body
    const code = `TETAP${++serial}`
    expect((await renamed(code)).data.productcode).toBe(code)
    expect((await newProduct({ productcode: product.productcode })).id, 'nobody could buy by the first one').not.toBe(product.id)
    const offer = await app.offer({ seller, product: goods(product), price: 5_500n })
    expect((await renamed('LAIN')).errors.productcode).toContain('pernah dijual')
    await app.tables
      .updateTable('offer')
      .set({ archived_at: new Date(0) })
      .where('id', '=', offer)
      .execute()
    expect((await renamed('LAIN')).code).toBe('product.code_kept')
    expect((await ask('POST', '/product', { ...product, productcode: code })).body.code).toBe('product.exists')
  })

  test('keep their type while a seller offers them, and for a minute after the offer was removed', async () => {
    const product = await newProduct()
    const retyped = async (producttype: number) => (await ask('PATCH', '/product', { id: product.id, producttype })).body
    expect((await retyped(2)).data.producttype).toBe(2)
    const offer = await app.offer({ seller, product: goods(product), price: 500n })
    expect((await retyped(0)).errors.producttype).toContain('Tipe')
    const endedAgo = (seconds: number) =>
      app.tables
        .updateTable('offer')
        .set({ archived_at: sql<Date>`now() - ${seconds} * interval '1 second'` })
        .where('id', '=', offer)
        .execute()
    await endedAgo(5)
    expect((await retyped(0)).code, 'an order may just be being placed').toBe('product.type_kept')
    await endedAgo(61)
    expect((await retyped(0)).data.producttype).toBe(0)
  })

  test('keep their type while an order of them is in progress, even without an offer', async () => {
    const product = await newProduct()
    const offer = await app.offer({ seller, product: goods(product), price: 5_500n })
    await app.map(buyer, offer)
    const order = { productcode: product.productcode, target: '081234567890', reffclient: `JENIS${serial}` }
    const ordered = await app.call('POST', '/api/v1/transactions/buyer', { token: buyer.token, body: order })
    expect(ordered.status).toBe(200)
    await app.tables.updateTable('offer').set({ archived_at: sql<Date>`now() - interval '1 hour'` }).where('id', '=', offer).execute()
    const retype = async () => (await ask('PATCH', '/product', { id: product.id, producttype: 1 })).body
    expect((await retype()).code).toBe('product.type_kept')
    const failed = await ask('PATCH', `/transaction/${ordered.body.data.id}/2`, { description: 'Suplier tidak mengirim' })
    expect(failed.status).toBe(200)
    expect((await retype()).data.producttype).toBe(1)
  })
})

describe('closing a brand or a product', () => {
  /** A brand with two products that one seller offers. The first offer is in the buyer's list; `order` orders it. */
  async function sold() {
    const brand = await newBrand()
    const [product, other] = [await newProduct({ brandid: brand.id }), await newProduct({ brandid: brand.id })]
    const offer = await app.offer({ seller, product: goods(product), price: 5_500n })
    await app.offer({ seller, product: goods(other), price: 6_500n })
    await app.map(buyer, offer)
    const order = (reffclient: string) =>
      app.call('POST', '/api/v1/transactions/buyer', {
        token: buyer.token,
        body: { productcode: product.productcode, target: '081234567890', reffclient, counter: ++serial % 90 },
      })
    return { brand, product, other, offer, order }
  }
  const changeKinds = async (offer: bigint) =>
    (await app.db.read.selectFrom('offer_change').select('kind').where('offer_id', '=', offer).orderBy('id').execute()).map(
      ({ kind }) => kind,
    )

  test('previews the affected offers of a brand, then stops its sales and notifies buyers; reopening the brand restores its sales', async () => {
    const { brand, product, other, offer, order } = await sold()
    expect((await order(`TUTUP${serial}`)).status).toBe(200)
    const touched = { products: 2, offers: 2, sellers: 1, mappings: 1, buyers: 1, pending: 1 }
    expect(await get(`/brand/${brand.id}/closing`)).toEqual(touched)
    await ask('PATCH', '/product', { id: other.id, status: 0 })
    expect(await get(`/brand/${brand.id}/closing`)).toEqual({ ...touched, products: 1, offers: 1 })
    expect((await ask('PATCH', '/brand', { id: brand.id, status: 0 })).body.data.status).toBe(0)
    expect((await order(`SETELAH${serial}`)).body.code).toBe('purchase.no_supplier')
    expect((await get(`/product?brandid=${brand.id}&search=${product.productcode}`)).content[0]).toMatchObject({
      status: 1,
      brandstatus: 0,
    })
    expect((await ask('PATCH', '/brand', { id: brand.id, status: 1 })).status).toBe(200)
    expect((await order(`LAGI${serial}`)).status).toBe(200)
    expect(await changeKinds(offer)).toEqual(['closed', 'open'])
  })

  test('previews the affected offers of a product, and publishes no change for offers that were closed already', async () => {
    const { product, other, offer, order } = await sold()
    expect(await get(`/product/${product.id}/closing`)).toEqual({ products: 1, offers: 1, sellers: 1, mappings: 1, buyers: 1, pending: 0 })
    const rest = await app.offer({
      seller: await app.seller({ apiUrl: 'http://127.0.0.1:9/api' }),
      product: goods(product),
      price: 9_000n,
      open: false,
    })
    await app.map(buyer, rest, 2)
    await ask('PATCH', '/product', { id: product.id, status: 0 })
    expect((await order(`PRODUK${serial}`)).body.code).toBe('purchase.no_supplier')
    expect([await changeKinds(offer), await changeKinds(rest)]).toEqual([['closed'], []])
    expect((await ask('GET', '/product/999999/closing')).body.code).toBe('not_found.product')
    expect((await ask('GET', '/brand/999999/closing')).body.code).toBe('not_found.brand')
    expect(other.status).toBe(1)
  })

  test('is visible to every process once the request is answered, and so is a change of the target kind', async () => {
    const elsewhere = await app.startAnother(['http'])
    const { brand, product } = await sold()
    const { productcode } = product
    const there = async (reffclient: string) =>
      (await app.h2h(buyer, 'POST', '/h2h/v1/transactions', { productcode, target: `0812${reffclient}`, reffclient }, elsewhere.address))
        .body
    const target = async (reffclient: string) =>
      (await app.db.read.selectFrom('purchase').select('target').where('reffclient', '=', reffclient).executeTakeFirst())?.target
    for (let round = 10; round < 16; round++) {
      await elsewhere.refresh()
      expect((await there(`51000${round}`)).rc).toBe('03')
      await ask('PATCH', '/product', { id: product.id, status: 0 })
      expect((await there(`52000${round}`)).rc).toBe('53')
      await ask('PATCH', '/product', { id: product.id, status: 1 })
      await elsewhere.refresh()
      await ask('PATCH', '/brand', { id: brand.id, status: 0 })
      expect((await there(`53000${round}`)).rc).toBe('53')
      await ask('PATCH', '/brand', { id: brand.id, status: 1, targetkind: 'text' })
      await elsewhere.refresh()
      await ask('PATCH', '/brand', { id: brand.id, targetkind: 'digits' })
      await there(`54-00${round}`)
      expect(await target(`54-00${round}`)).toBe(`08125400${round}`)
    }
    await elsewhere.stop()
  })

  test('does not write the offers, since a brand may have a million of them', async () => {
    const { brand, product, offer } = await sold()
    const version = () => app.db.read.selectFrom('offer').select('version').where('id', '=', offer).executeTakeFirstOrThrow()
    const before = await version()
    for (const status of [0, 1]) await ask('PATCH', '/brand', { id: brand.id, status, targetkind: status ? 'digits' : 'text' })
    for (const status of [0, 1]) await ask('PATCH', '/product', { id: product.id, status, denom: 7 })
    expect(await version()).toEqual(before)
  })

  test('also stops sales of a product that moves to a closed brand, and notifies the product’s buyers', async () => {
    const { product, offer } = await sold()
    const closed = await newBrand({ status: 0 })
    await ask('PATCH', '/product', { id: product.id, brandid: closed.id })
    expect(await changeKinds(offer)).toEqual(['closed'])
  })
})

test('the tabs of the catalogue page show the number of rows of each kind', async () => {
  const before = await get('/catalogue')
  await newProduct()
  expect(await get('/catalogue')).toEqual({
    ...before,
    product: before.product + 1,
    brand: before.brand + 1,
    category: before.category + 1,
  })
})

test('only administrators change the catalogue, after step-up authentication [A-ROLE-06]', async () => {
  const product = await newProduct()
  const brand = { id: product.brandid, status: 0 }
  const calls: [string, string, Json?][] = [
    ...(['/catalogue', '/product', '/brand', '/brandgroup', '/category', '/product/export'] as const).map(
      (path) => ['GET', path] as [string, string],
    ),
    ['GET', `/product/${product.id}/closing`],
    ['GET', `/brand/${brand.id}/closing`],
    ['POST', '/product', product],
    ['PATCH', '/product', { id: product.id, status: 0 }],
    ['POST', '/brand', brand],
    ['PATCH', '/brand', brand],
    ['POST', '/brandgroup', {}],
    ['PATCH', '/brandgroup', {}],
    ['POST', '/product/import'],
  ]
  for (const who of [buyer, seller])
    for (const [method, path, body] of calls) expect((await ask(method, path, body, who)).status, `${method} ${path}`).toBe(403)
  await steppedUpAgo(app, admin, 30)
  expect((await ask('PATCH', '/brand', brand)).body.code).toBe('access.proof_needed')
  expect((await ask('PATCH', '/product', { id: product.id, status: 0 })).body.code).toBe('access.proof_needed')
  await steppedUpAgo(app, admin, 0)
  expect((await get(`/product?search=${product.productcode}`)).content).toEqual([product])
})
