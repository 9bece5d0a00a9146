import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Json, startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'
import { lockedOut } from '../../../../test/locks.ts'
import { steppedUpAgo } from '../../../../test/step-up.ts'

let app: TestApp
let admin: TestMember
let other: TestMember
let buyer: TestMember
let seller: TestMember
beforeAll(async () => {
  app = await startTestApp({ DATABASE_POOL: '8' }, ['http'])
  admin = await app.member({ roles: ['ROLE_ADMIN'] })
  other = await app.member({ roles: ['ROLE_ADMIN'] })
  buyer = await app.member()
  seller = await app.seller({ apiUrl: 'http://127.0.0.1:9/api' })
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
const lastAudit = async (event: string, subject: number | string): Promise<Json> =>
  (await get(`/audit?event=${event}&subject=${subject}`)).content[0]

let serial = 0
const newCategory = (more: Json = {}) => made('/category', { name: `Kategori ${++serial}`, ...more })
const newBrand = (category: Json, more: Json = {}) =>
  made('/brand', { brandname: `Brand ${++serial}`, productcategoryid: category.id, ...more })

async function uploaded(who: TestMember): Promise<string> {
  const name = `${'abcdefghijklmnopqrstuvwxyz012345'.slice(0, 30)}${String(++serial).padStart(2, '0')}.webp`
  await app.tables.insertInto('upload').values({ name, owner_id: who.id, private: false, bytes: 9, width: 1, height: 1 }).execute()
  return `/public/images/${name}`
}

/** The categories that buyers see, in their order. */
const shown = async (): Promise<string[]> =>
  (await app.call('GET', '/api/v1/product/category?size=100', { token: buyer.token })).body.data.map(({ name }: Json) => name)

/** A product that a seller offers. */
async function offeredIn(category: Json): Promise<bigint> {
  const brand = await newBrand(category)
  const product = await app.product({ code: `K${++serial}` })
  await ask('PATCH', '/product', { id: Number(product.id), brandid: brand.id })
  await app.offer({ seller, product, price: 1_000n })
  return product.id
}

/** The categories of the seller's shop, which is read from the catalogue in memory. */
const inShop = async (): Promise<string[]> =>
  (await app.call('GET', `/api/v1/product/seller/${seller.id}`, { token: buyer.token })).body.data.productlist.map(
    ({ categoryname }: Json) => categoryname,
  )

test('an empty catalogue is filled by an administrator: category, brand, product', async () => {
  const image = await uploaded(admin)
  const category = await newCategory({ name: '  Voucher Kafe ', image })
  expect(category).toEqual({
    ...{ id: expect.any(Number), name: 'Voucher Kafe', image, status: 1, sortorder: expect.any(Number), updateat: expect.any(String) },
    ...{ brandgroups: 0, brands: 0, products: 0 },
  })
  expect(await lastAudit('category.added', category.id)).toMatchObject({
    ...{ actorid: Number(admin.id), before: null, after: { name: 'Voucher Kafe', image, active: true } },
  })
  const brand = await newBrand(category)
  const product = await made('/product', { productname: 'Kopi', productcode: `KOPI${++serial}`, brandid: brand.id })
  expect(product.categoryname).toBe('Voucher Kafe')
  const [row] = (await get('/category?search=voucher kafe')).content
  expect(row).toMatchObject({ brands: 1, products: 1 })
  expect((await shown()).at(-1), 'the newest one is the last one').toBe('Voucher Kafe')
})

describe('changing a category', () => {
  test('renames it everywhere at once, keeps omitted fields, and the audit stores the old and the new values', async () => {
    const image = await uploaded(admin)
    const category = await newCategory({ image })
    await offeredIn(category)
    const { status, body } = await ask('PATCH', '/category', { id: category.id, name: `${category.name} Baru` })
    expect([status, body.msg]).toEqual([200, 'Kategori disimpan'])
    expect(body.data).toMatchObject({ name: `${category.name} Baru`, image, status: 1, brands: 1, products: 1 })
    expect(await inShop()).toContain(`${category.name} Baru`)
    expect(await lastAudit('category.changed', category.id)).toMatchObject({
      ...{ actorid: Number(admin.id), before: { name: category.name, image }, after: { name: `${category.name} Baru`, image } },
    })
    expect((await ask('PATCH', '/category', { ...category, name: 'Lain' }, other)).body.code, 'it was changed since it was read').toBe(
      'catalogue.changed',
    )
  })

  test('hides it from the lists of buyers and sellers, while its products are still sold', async () => {
    const category = await newCategory()
    await offeredIn(category)
    expect(await shown()).toContain(category.name)
    expect((await ask('PATCH', '/category', { id: category.id, status: 0 })).body.data.status).toBe(0)
    expect(await shown()).not.toContain(category.name)
    expect(await inShop()).toContain(category.name)
    expect((await get('/category?status=0')).content.map(({ id }: Json) => id)).toContain(category.id)
    await ask('PATCH', '/category', { id: category.id, status: 1 })
    expect(await shown()).toContain(category.name)
  })

  test('is refused for the name of another one, an unknown category and the picture of another member', async () => {
    const [one, two] = [await newCategory(), await newCategory()]
    for (const answer of [
      await ask('PATCH', '/category', { id: two.id, name: one.name }),
      await ask('POST', '/category', { name: ` ${one.name}` }),
    ])
      expect([answer.status, answer.body.errors]).toEqual([409, { name: `Kategori ${one.name} sudah ada` }])
    expect((await ask('PATCH', '/category', { id: 999_999, name: 'Tidak ada' })).body.code).toBe('not_found.category')
    expect((await ask('PATCH', '/category', { id: one.id, image: await uploaded(buyer) })).body.code).toBe('upload.unknown')
    expect((await ask('POST', '/category', { name: ' ' })).body.errors).toEqual({ name: 'Nama kategori wajib diisi' })
    expect((await ask('POST', '/category', { name: 'x'.repeat(101) })).status).toBe(400)
  })
})

describe('the order of categories', () => {
  test('is that of lists and of shops, and those not named follow', async () => {
    const [one, two, three] = [await newCategory(), await newCategory(), await newCategory()]
    for (const category of [one, three]) await offeredIn(category)
    expect((await inShop()).filter((name) => [one.name, three.name].includes(name))).toEqual([one.name, three.name])
    const { status, body } = await ask('PATCH', '/category/order', { ids: [three.id, one.id] })
    expect([status, body.msg]).toEqual([200, 'Urutan kategori disimpan'])
    const names = await shown()
    expect(names.slice(0, 2)).toEqual([three.name, one.name])
    expect(names).toContain(two.name)
    expect((await inShop()).slice(0, 2)).toEqual([three.name, one.name])
    const { before, after } = await lastAudit('category.ordered', 'all')
    expect([after.ids.slice(0, 2), before.ids.length]).toEqual([[three.id, one.id], after.ids.length])
    expect((await get('/category?sort=sortorder,ASC')).content[0]).toMatchObject({ id: three.id, sortorder: 0 })
    expect((await ask('PATCH', '/category/order', { ids: [999_999] })).body.code).toBe('not_found.category')
    expect((await ask('PATCH', '/category/order', { ids: [one.id, one.id] })).status).toBe(400)
    const fourth = await newCategory()
    expect((await shown()).at(-1)).toBe(fourth.name)
  })

  test('does not touch products of categories that keep their place', async () => {
    const category = await newCategory()
    const id = await offeredIn(category)
    const version = async () =>
      (await app.db.read.selectFrom('product').select('version').where('id', '=', id).executeTakeFirstOrThrow()).version
    const [first, second] = (await get('/category?sort=sortorder,ASC&size=2')).content
    // Numbers all categories, of which those that other tests inserted have the same number.
    await ask('PATCH', '/category/order', { ids: [second.id, first.id] })
    const before = await version()
    await ask('PATCH', '/category/order', { ids: [first.id, second.id] })
    expect(await version()).toBe(before)
  })
})

describe('deleting a category', () => {
  test('removes an empty one, and the audit keeps what it was', async () => {
    const category = await newCategory()
    const { status, body } = await ask('DELETE', `/category/${category.id}?updateat=${category.updateat}`)
    expect([status, body.msg]).toEqual([200, 'Kategori dihapus'])
    expect((await get(`/category?search=${encodeURIComponent(category.name)}`)).content).toEqual([])
    expect(await lastAudit('category.deleted', category.id)).toMatchObject({ before: { name: category.name, active: true } })
    expect((await ask('DELETE', `/category/${category.id}`)).body.code).toBe('not_found.category')
  })

  test('is refused while it contains something, and says what', async () => {
    const category = await newCategory()
    await made('/brandgroup', { name: `Grup ${++serial}`, categoryid: category.id })
    const text = (contents: string) =>
      `Kategori ${category.name} masih berisi ${contents}, jadi tidak bisa dihapus. Pindahkan dahulu isinya, atau sembunyikan kategori ini`
    expect((await ask('DELETE', `/category/${category.id}`)).body).toMatchObject({ code: 'category.in_use', msg: text('1 BrandGroup') })
    const brand = await newBrand(category)
    await made('/product', { productname: 'Kopi', productcode: `ISI${++serial}`, brandid: brand.id })
    expect((await ask('DELETE', `/category/${category.id}`)).body.msg).toBe(text('1 brand, 1 BrandGroup, dan 1 produk'))
  })

  test('is refused for a version that another administrator changed since', async () => {
    const category = await newCategory()
    await ask('PATCH', '/category', { id: category.id, name: `${category.name} Baru` }, other)
    expect((await ask('DELETE', `/category/${category.id}?updateat=${category.updateat}`)).body.code).toBe('catalogue.changed')
  })

  test.each<[string, (category: Json) => Promise<Json>]>([
    ['a brand', (category) => ask('POST', '/brand', { brandname: `Brand ${++serial}`, productcategoryid: category.id }, other)],
    ['a brand group', (category) => ask('POST', '/brandgroup', { name: `Grup ${++serial}`, categoryid: category.id }, other)],
  ])('and adding %s to it at the same time: the second one is refused', async (_, add) => {
    for (const deletesFirst of [true, false]) {
      const category = await newCategory()
      const remove = () => ask('DELETE', `/category/${category.id}`)
      const answers: Promise<Json>[] = []
      await app.tables.transaction().execute(async (tx) => {
        await sql`select version from cache_version for update`.execute(tx)
        for (const send of deletesFirst ? [remove, () => add(category)] : [() => add(category), remove]) {
          answers.push(send())
          await lockedOut(app, answers.length)
        }
      })
      const codes = (await Promise.all(answers)).map(({ status, body }) => (status === 200 ? 'done' : body.code))
      expect(codes).toEqual(['done', deletesFirst ? 'not_found.category' : 'category.in_use'])
    }
  })
})

test('of two administrators who add the same name at once, one is refused', async () => {
  const answers = await Promise.all([admin, other].map((who) => ask('POST', '/category', { name: 'Kembar' }, who)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('only an administrator who has confirmed its identity changes categories', async () => {
  const category = await newCategory()
  const calls: [string, string, Json?][] = [
    ['POST', '/category', { name: 'Bukan admin' }],
    ['PATCH', '/category', { id: category.id, name: 'Bukan admin' }],
    ['PATCH', '/category/order', { ids: [category.id] }],
    ['DELETE', `/category/${category.id}`],
    ['POST', '/catalogue/starter', { categories: ['Pulsa'] }],
  ]
  const late = await app.member({ roles: ['ROLE_ADMIN'] })
  await steppedUpAgo(app, late, 24 * 60)
  for (const [method, path, body] of calls) {
    expect((await ask(method, path, body, buyer)).status, path).toBe(403)
    expect((await ask(method, path, body, late)).body.code, path).toBe('access.proof_needed')
  }
})
