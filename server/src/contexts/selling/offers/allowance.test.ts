/* Limits on the changes of one seller, which protect other sellers because every change takes the same cache lock. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'
import { lockedOut } from '../../../../test/locks.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ DATABASE_POOL: '8' }, ['http'])
})
afterAll(() => app?.stop())

const path = '/api/v1/seller/product'
let serial = 0

async function shop(count: number) {
  const seller = await app.seller({ apiUrl: 'http://127.0.0.1:9/api/h2h' })
  const ids: bigint[] = []
  const products: { id: bigint; code: string }[] = []
  for (let nth = 0; nth < count; nth += 1) {
    const product = await app.product({ code: `AL${String(++serial).padStart(3, '0')}` })
    products.push(product)
    ids.push(await app.offer({ seller, product, price: 10_000n }))
  }
  return { seller, ids, products }
}

const bulk = (who: TestMember, body: object) => app.call('POST', `${path}/bulk`, { token: who.token, body: { all: true, ...body } })
const edit = (who: TestMember, id: bigint | undefined, body: object) => app.call('PATCH', `${path}/${id}`, { token: who.token, body })

async function change(who: TestMember, rupiah: number) {
  const body = { changes: { harga: { rupiah } } }
  const { digest } = (await bulk(who, { preview: true, ...body })).body.data
  return bulk(who, { preview: false, ...body, digest })
}

test('a seller may change a limited number of offers per hour with all features together, and a refused change does not count', async () => {
  await app.setting('offers.linesPerHour', 10)
  const [one, other] = [await shop(7), await shop(1)]
  expect((await change(one.seller, 10)).status).toBe(200)
  const refused = await change(one.seller, 10)
  expect(refused).toMatchObject({ status: 429, body: { code: 'rate.too_many' } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  const buyer = await app.member()
  await app.customers(one.seller, buyer)
  const many = { memberids: [Number(buyer.id)], productids: one.products.map(({ id }) => Number(id)), price: 9_000 }
  expect((await app.call('POST', '/api/v1/seller/productspecial/many', { token: one.seller.token, body: many })).status).toBe(429)
  for (const status of [200, 200, 200, 429]) expect((await edit(one.seller, one.ids[0], { stok: status })).status).toBe(status)
  expect((await change(other.seller, 10)).status).toBe(200)
  await app.setting('offers.linesPerHour', 100_000)
})

test('a seller may list offers that are not the cheapest a limited number of times per minute, and its other lists have no such limit', async () => {
  await app.setting('offers.rankingsPerMinute', 5)
  const { seller } = await shop(1)
  const list = (query: string) => app.call('GET', `${path}${query}`, { token: seller.token })
  for (const status of [200, 200, 200, 200, 200, 429]) expect((await list('?perhatian=bukantermurah')).status).toBe(status)
  expect((await list('/download?perhatian=bukantermurah')).status).toBe(429)
  expect((await list('?perhatian=rugi')).status).toBe(200)
})

test('planning and auditing a large change does not delay other sellers', async () => {
  const [large, other] = [await shop(3), await shop(1)]
  let changed: ReturnType<typeof change> | undefined
  await app.tables.transaction().execute(async (held) => {
    await sql`lock table audit in share mode`.execute(held)
    changed = change(large.seller, 10)
    await lockedOut(app, 1)
    expect((await edit(other.seller, other.ids[0], { gangguan: 1 })).status).toBe(200)
  })
  expect((await changed)?.status).toBe(200)
})
