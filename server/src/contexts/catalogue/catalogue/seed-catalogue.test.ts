import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Json, startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'
import { firstOperators } from '../../../../test/operators.ts'
import { starterBrands, starterCategories, starterGroups, starterProducts } from './starter-catalogue.ts'

let app: TestApp
let admin: TestMember
beforeAll(async () => {
  app = await startTestApp({ DATABASE_POOL: '4' }, ['http'])
  admin = await app.member({ roles: ['ROLE_ADMIN'] })
})
afterAll(() => app?.stop())
beforeEach(async () => {
  for (const table of ['product', 'brand', 'brand_group', 'category', 'starter_entry'] as const)
    await app.tables.deleteFrom(table).execute()
})

const base = '/api/admin/v1'
const ask = (method: string, path: string, body?: Json) => app.call(method, `${base}${path}`, { token: admin.token, body })
const get = async (path: string): Promise<Json> => (await ask('GET', path)).body.data
const done = async (method: string, path: string, body: Json): Promise<Json> => {
  const answer = await ask(method, path, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data
}
const seed = (...categories: string[]) => done('POST', '/catalogue/starter', { categories })
const preview = async (): Promise<Json[]> => (await get('/catalogue/starter')).categories
const one = async (path: string): Promise<Json> => (await get(path)).content[0]
const nothing = { categories: 0, brandgroups: 0, brands: 0, products: 0 }

const brandsOf = (category: string) => starterBrands.filter((brand) => brand.category === category).map(({ name }) => name)
const productsOf = (category: string) => starterProducts.filter(({ brand }) => brandsOf(category).includes(brand))

test('the starter catalogue refers only to what it has, and to operators that exist', async () => {
  const { codes } = await firstOperators()
  const unique = (all: readonly string[]) => new Set(all).size === all.length
  expect([starterGroups, starterBrands].every((all) => unique(all.map(({ name }) => name.toLowerCase())))).toBe(true)
  expect(unique(starterProducts.map(({ code }) => code))).toBe(true)
  for (const { operator, targetKind } of starterBrands)
    if (operator !== null) expect([codes.includes(operator), targetKind]).toEqual([true, 'mobile'])
  for (const { code, brand } of starterProducts)
    expect(
      starterBrands.some(({ name }) => name === brand),
      code,
    ).toBe(true)
  for (const category of starterCategories) expect(productsOf(category), category).not.toEqual([])
})

test('an empty catalogue is previewed and filled, with one line in the audit for each row', async () => {
  const shown = await preview()
  expect(shown.map(({ name }) => name)).toEqual(starterCategories)
  expect(shown[0]).toEqual({
    ...{ name: 'Pulsa', added: 1, brandgroups: ['Pulsa Reguler', 'Pulsa Transfer'], brands: brandsOf('Pulsa') },
    products: productsOf('Pulsa').length,
  })
  const all = {
    ...{ categories: starterCategories.length, brandgroups: starterGroups.length },
    ...{ brands: starterBrands.length, products: starterProducts.length },
  }
  expect(await seed(...starterCategories)).toEqual(all)
  expect(await get('/catalogue')).toEqual({
    ...{ product: all.products, brand: all.brands, category: all.categories, brandgroup: all.brandgroups },
  })
  const brand = await one('/brand?search=Telkomsel&sort=id,ASC')
  expect(brand).toMatchObject({
    ...{ brandname: 'Telkomsel', categoryname: 'Pulsa', groupname: 'Pulsa Reguler', operator: 'TSEL', targetkind: 'mobile', status: 1 },
  })
  const product = await one('/product?search=S10&size=1')
  expect(product).toMatchObject({
    productcode: 'S10',
    productname: 'Telkomsel 10.000',
    brandid: brand.id,
    producttype: 0,
    denom: 10,
    offers: 0,
  })
  const choices = (await app.call('GET', `/api/v1/product/bybrand/${brand.id}`, { token: admin.token })).body.data
  expect(
    choices.map(({ productcode }: Json) => productcode),
    'sellers can offer it at once',
  ).toContain('S10')
  expect(await one(`/audit?event=product.added&subject=${product.id}`)).toMatchObject({
    ...{ actorid: Number(admin.id), after: { code: 'S10', brand: brand.id } },
  })
  expect(await one('/audit?event=catalogue.starter_added')).toMatchObject({ after: { ...all, from: [...starterCategories] } })
  expect(await preview()).toEqual([])
  expect(await seed(...starterCategories)).toEqual(nothing)
})

test('only the chosen categories are added, and the others can be added later', async () => {
  expect(await seed('Token PLN')).toMatchObject({ categories: 1, brands: 1, products: productsOf('Token PLN').length })
  expect((await preview()).map(({ name }) => name)).toEqual(starterCategories.filter((name) => name !== 'Token PLN'))
  expect((await ask('POST', '/catalogue/starter', { categories: ['Bukan kategori'] })).body.code).toBe('not_found.category')
  expect((await ask('POST', '/catalogue/starter', { categories: [] })).status).toBe(400)
  expect((await seed('Pulsa')).categories).toBe(1)
})

test('what an administrator made under the same name or code is used and never changed', async () => {
  const category = await done('POST', '/category', { name: 'pulsa', status: 0 })
  const brand = await done('POST', '/brand', { brandname: 'TELKOMSEL', productcategoryid: category.id, status: 0 })
  const product = await done('POST', '/product', { productname: 'Pulsa lima ribu', productcode: 'S5', brandid: brand.id, status: 0 })
  expect(await seed('Pulsa')).toEqual({
    ...{ categories: 0, brandgroups: 2, brands: brandsOf('Pulsa').length - 1, products: productsOf('Pulsa').length - 1 },
  })
  expect(await one('/category?search=pulsa')).toMatchObject({ name: 'pulsa', status: 0, brands: brandsOf('Pulsa').length })
  expect(await one('/product?search=S5&size=1')).toEqual({ ...product })
  expect(await one('/product?search=S10&size=1')).toMatchObject({ brandid: brand.id })
})

test('what an administrator renamed, moved, closed or deleted afterwards stays so', async () => {
  await seed('Token PLN', 'Voucher')
  const pln = await one('/category?search=Token PLN')
  await done('PATCH', '/category', { id: pln.id, name: 'Listrik' })
  const [steam, roblox] = [await one('/brand?search=Steam'), await one('/brand?search=Roblox')]
  await done('PATCH', '/brand', { id: steam.id, productcategoryid: pln.id, brandname: 'Steam', status: 0 })
  const [code] = starterProducts.filter(({ brand }) => brand === 'Roblox').map((product) => product.code)
  await done('PATCH', '/product', { id: (await one(`/product?search=${code}&size=1`)).id, productcode: 'LAIN1', status: 0 })
  expect(await seed('Token PLN', 'Voucher')).toEqual(nothing)

  const voucher = await one('/category?search=Voucher')
  for (const { id } of (await get(`/brand?categoryid=${voucher.id}&size=100`)).content)
    await done('PATCH', '/brand', { id, productcategoryid: pln.id })
  await done('DELETE', `/category/${voucher.id}`, undefined)
  expect((await preview()).map(({ name }) => name)).not.toContain('Voucher')
  expect(await seed('Token PLN', 'Voucher')).toEqual(nothing)
  expect((await one('/brand?search=Roblox')).productcategoryid).toBe(pln.id)
  expect(roblox.categoryname).toBe('Voucher')
})

test('a category that was added and deleted while empty does not return', async () => {
  await app.tables.insertInto('starter_entry').values({ kind: 'category', key: 'Game', row_id: 987_654n }).execute()
  expect((await preview()).map(({ name }) => name)).toEqual(starterCategories.filter((name) => name !== 'Game'))
  expect(await seed('Game')).toEqual(nothing)
})

test('of two administrators who fill the catalogue at once, one adds it and the other adds nothing', async () => {
  const answers = await Promise.all([seed('Game'), seed('Game')])
  expect(answers.map(({ products }) => products).sort((a, b) => a - b)).toEqual([0, productsOf('Game').length])
})
