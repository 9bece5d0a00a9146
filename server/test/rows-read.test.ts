import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startTestApp, type TestApp } from './app.ts'
import { allCalls } from './calls.ts'
import { deposit } from './money.ts'

/** Limits and audit of the rows about members that an administrator reads. */

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({}, ['http'])
})
afterAll(() => app.stop())

const heard = async (id: bigint) =>
  app.db.read.selectFrom('audit').select(['event', 'subject', 'after']).where('actor_id', '=', id).execute()

test('an administrator may read a limited number of rows about members per hour, over all sessions, and large reads are audited', async () => {
  const admin = await app.member({ roles: ['ROLE_ADMIN'] })
  for (let more = 0; more < 110; more++) await app.member({})
  const read = (path: string) => app.call('GET', `/api/admin/v1/${path}`, { token: admin.token })
  expect((await read('users?size=100')).status).toBe(200)
  expect(await heard(admin.id)).not.toContainEqual(expect.objectContaining({ event: 'list.read' }))

  const { status, body } = await read('users?size=10000')
  expect(status).toBe(200)
  const rows = body.data.content.length
  expect(rows).toBeGreaterThan(110)
  expect(await heard(admin.id)).toContainEqual({ event: 'list.read', subject: '/api/admin/v1/users', after: { rows } })

  await app.tables.updateTable('rate_count').set({ count: 49_990 }).where('subject', '=', `access.rowsPerHour:${admin.id}`).execute()
  const refused = await read('users?size=10000')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await heard(admin.id)).toContainEqual({ event: 'list.refused', subject: '/api/admin/v1/users', after: { rows } })
  // A few more rows fit, and other lists share the limit.
  expect((await read('users?size=5')).status).toBe(200)
  expect((await read('audit?size=10')).status).toBe(429)
  const other = await app.member({ roles: ['ROLE_ADMIN'] })
  expect((await app.call('GET', '/api/admin/v1/users?size=10000', { token: other.token })).status).toBe(200)
})

test('a read by id counts towards the limit of rows, whatever the answer', async () => {
  const admin = await app.member({ roles: ['ROLE_ADMIN'] })
  await app.call('GET', '/api/admin/v1/users', { token: admin.token })
  await app.tables.updateTable('rate_count').set({ count: 50_000 }).where('subject', '=', `access.rowsPerHour:${admin.id}`).execute()
  expect((await app.call('GET', `/api/admin/v1/user/detail/${admin.id}`, { token: admin.token })).status).toBe(429)
  const { aboutMembers } = (await allCalls()).find(({ path }) => path.endsWith('/bulk/preview')) ?? {}
  expect(aboutMembers).toBe(true)
})

/** Fields that say who a member is, or what only the member and administrators know. */
const namesMember = /^(member\w*|seller(id|name)|name|email|phone|target|customername|accountn(o|ame))$/

/** Names of all fields of an answer, at any depth. */
function fieldsOf(data: z.ZodType | undefined): Set<string> {
  const fields = new Set<string>()
  if (data === undefined) return fields
  JSON.stringify(z.toJSONSchema(data, { io: 'input', unrepresentable: 'any' }), (key, value) => {
    if (key === 'properties') for (const name of Object.keys(value)) fields.add(name)
    return value
  })
  return fields
}

test('every answer to an administrator that names members counts towards the limit of rows, except for a reason that is written here', async () => {
  const reads = (await allCalls()).filter(({ access, method }) => access === 'admin' && method === 'GET')
  const naming = reads.filter(({ csv, data }) => csv || [...fieldsOf(data)].some((field) => namesMember.test(field)))
  const free: Record<string, readonly string[]> = {
    'names of things': ['accounts', 'brandgroup', 'catalogue/starter', 'category', 'operator', 'product/export', 'settings', 'users/role'],
    'accounts of the platform': ['payment/methods'],
    'names of shops, which every member reads, in figures that a page of the operation reads every few seconds': [
      'health',
      'transactions/pending',
    ],
  }
  const uncounted = naming.filter(({ aboutMembers }) => !aboutMembers).map(({ path }) => path.replace('/api/admin/v1/', ''))
  expect(uncounted.toSorted()).toEqual(Object.values(free).flat().toSorted())
})

test('the answer of a change counts no rows, because its refusal would hide that the change was made', async () => {
  const counted = (await allCalls()).filter(({ aboutMembers, method }) => aboutMembers && method !== 'GET')
  // These two change nothing.
  expect(counted.map(({ path }) => path.replace('/api/admin/v1/', '')).toSorted()).toEqual([
    'payment/tiket/{id}/account',
    'transactions/bulk/preview',
  ])
})

test("every list of administrators counts towards the limit of rows, except the lists without members' data", async () => {
  const lists = (await allCalls()).filter(
    ({ access, data }) => access === 'admin' && data instanceof z.ZodObject && 'content' in data.shape && 'totalElements' in data.shape,
  )
  const free = lists.filter(({ aboutMembers }) => !aboutMembers).map(({ path }) => path.replace('/api/admin/v1/', ''))
  expect(free.toSorted()).toEqual([
    'brand',
    'brandgroup',
    'category',
    'health/alerts',
    'product',
    'reconciliation/banks',
    'reconciliation/provider',
    'slider',
  ])
})

test('a member has a limit per minute for the rows of long lists, and no limit for short lists [B-CONST-15]', async () => {
  const admin = await app.member({ roles: ['ROLE_ADMIN'] })
  await sql`insert into member (name, email, password_hash) select 'Panjang ' || n, 'panjang' || n || '@example.test', '' from generate_series(1, 1001) n`.execute(
    app.tables,
  )
  const read = (size: number) => app.call('GET', `/api/admin/v1/users?size=${size}`, { token: admin.token })
  expect((await read(10_000)).status).toBe(200)
  await app.tables.updateTable('rate_count').set({ count: 199_500 }).where('subject', '=', `access.listRowsPerMinute:${admin.id}`).execute()
  expect(await read(10_000)).toMatchObject({ status: 429, body: { code: 'rate.too_many' } })
  expect((await read(1_000)).status).toBe(200)
})

test('a list of many rows inside few rows is as long as the rows inside', async () => {
  const [large, small] = [await app.seller({ apiUrl: 'http://127.0.0.1:9' }), await app.seller({ apiUrl: 'http://127.0.0.1:9' })]
  const first = await app.product({ code: 'BANYAK' })
  await sql`insert into product (code, name, type, denom, is_code, brand_id, category_id)
    select code || n, name || n, type, denom, is_code, brand_id, category_id from product, generate_series(1, 1001) n where id = ${first.id}`.execute(
    app.tables,
  )
  await sql`insert into offer (seller_id, product_id, supplier_code, sell_price, open)
    select ${large.id}, id, code, 1000, true from product where code like 'BANYAK_%'`.execute(app.tables)
  await app.offer({ seller: small, product: first, price: 1_000n })
  const buyer = await app.member()
  const read = ({ id }: { id: bigint }) => app.call('GET', `/api/v1/product/seller/${id}`, { token: buyer.token })
  const { productlist } = (await read(large)).body.data
  expect([productlist.length, productlist[0].brands[0].products.length]).toEqual([1, 1001])
  await app.tables.updateTable('rate_count').set({ count: 199_500 }).where('subject', '=', `access.listRowsPerMinute:${buyer.id}`).execute()
  expect(await read(large)).toMatchObject({ status: 429, body: { code: 'rate.too_many' } })
  expect((await read(small)).status).toBe(200)
})

const today = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10)
const ledger = `accounts/ledger/export?awal=2025-01-01&akhir=${today}`

test('the rows of files about members have a limit per administrator and hour over all files, and a refused file is not audited as a copy', async () => {
  const [admin, member] = [await app.member({ roles: ['ROLE_ADMIN'] }), await app.member()]
  for (let ticket = 0; ticket < 3; ticket++) await app.db.transaction((tx) => deposit(tx, member.id, 70_000n))
  const file = (path: string) => app.call('GET', `/api/admin/v1/${path}`, { token: admin.token })
  const counted = app.tables.selectFrom('rate_count').select('count').where('subject', '=', `access.downloadRowsPerHour:${admin.id}`)
  expect((await file('payment/histories/0/export')).status).toBe(200)
  expect(await counted.execute()).toEqual([{ count: 3 }])
  await app.tables
    .updateTable('rate_count')
    .set({ count: 999_998 })
    .where('subject', '=', `access.downloadRowsPerHour:${admin.id}`)
    .execute()
  const refused = await file('payment/histories/0/export')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await file(ledger)).status).toBe(429)
  const events = (await heard(admin.id)).map(({ event }) => event).filter((event) => event !== 'sign_in.ok')
  expect(events).toEqual(['tickets.exported', 'list.refused', 'list.refused'])
  // Lists have another allowance.
  expect((await file('users?size=5')).status).toBe(200)
})

test('a file that is longer than the limit of rows in an hour is refused with the length that is possible', async () => {
  await sql`alter table entry disable trigger user`.execute(app.tables)
  await sql`
    with drawn as materialized (select nextval('entry_set_id') as id from generate_series(1, 50001))
    insert into entry (set_id, leg, account_id, amount, event, reference, at)
    select id, leg, account, amount, 'purchase.settled', id, now() from drawn, (values (1, -1, -1), (2, -4, 1)) legs (leg, account, amount)`.execute(
    app.tables,
  )
  await sql`alter table entry enable trigger user`.execute(app.tables)
  const admin = await app.member({ roles: ['ROLE_ADMIN'] })
  const read = () => fetch(`${app.url}/api/admin/v1/${ledger}`, { headers: { authorization: `Bearer ${admin.token}` } })
  const whole = await read()
  expect(whole.status).toBe(200)
  await whole.body?.cancel()
  await app.setting('access.downloadRowsPerHour', 100_000)
  const answer = await read()
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({ code: 'download.too_many', msg: expect.stringContaining('100.000') })
})
