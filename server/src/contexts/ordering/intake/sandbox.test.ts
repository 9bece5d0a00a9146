import { productType } from '@lapak/contract/ordering/purchases'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Json, startTestApp, type TestApp, type TestMember, verifyAddress } from '../../../../test/app.ts'
import { runJob } from '../../../../test/run-job.ts'

let app: TestApp
let buyer: TestMember
let tester: TestMember
beforeAll(async () => {
  app = await startTestApp()
  buyer = await app.member({ balance: 50_000n })
  const { body } = await app.call('POST', '/api/v1/user/api/keys', { token: buyer.token, body: { name: 'Uji coba', test: true } })
  tester = { ...buyer, apikey: body.data.apikey, secret: body.data.secret }
  await app.lapak.refresh()
})
afterAll(() => app.stop())

const path = '/h2h/v1/transactions'
const order = async (digit: number, more: object = {}) =>
  (await app.h2h(tester, 'POST', path, { productcode: 'APA', target: `08123456789${digit}`, reffclient: `T-${digit}`, ...more })).body
const status = async (reffclient: string) => (await app.h2h(tester, 'GET', `${path}/${reffclient}`)).body.data
/** Moves the time of the order into the past, as if it was sent some time ago. */
const age = (reffclient: string) =>
  app.tables
    .updateTable('sandbox_order')
    .set({ created_at: new Date(Date.now() - 6000) })
    .where('reffclient', '=', reffclient)
    .execute()
const seen = (view: Json) => [view.transactionrc, view.rc, view.status]

test('the prefix of a key shows whether it is a test key', () => {
  expect([tester.apikey, tester.secret]).toEqual([expect.stringMatching(/^lpk_test_/), expect.stringMatching(/^lps_test_/)])
})

describe('a test order with the last digit', () => {
  test.each([
    [0, [1, '00', 'Sukses']],
    [1, [2, '02', 'Gagal']],
    [9, [1, '00', 'Sukses']],
  ] as const)('%i is final at once', async (digit, expected) => {
    const { data } = await order(digit)
    expect(seen(data)).toEqual(expected)
    expect(data.serialnumber).toEqual(expected[0] === 1 ? expect.stringMatching(/^TEST\d{12}$/) : null)
    expect(seen(await status(`T-${digit}`))).toEqual(expected)
  })

  test.each([
    [2, [0, '03', 'Pending'], [0, '03', 'Pending']],
    [3, [0, '03', 'Pending'], [1, '00', 'Sukses']],
    [4, [0, '03', 'Pending'], [2, '02', 'Gagal']],
    [8, [1, '00', 'Sukses'], [2, '74', 'Gagal']],
  ] as const)('%i is %j first and %j later', async (digit, first, later) => {
    expect(seen((await order(digit)).data)).toEqual(first)
    await age(`T-${digit}`)
    const now = await status(`T-${digit}`)
    expect(seen(now)).toEqual(later)
    expect(now.version).toBe(first[0] === later[0] ? 1 : 2)
  })

  test.each([
    [5, 'balance.too_low', '44'],
    [6, 'purchase.no_supplier', '53'],
    [7, 'purchase.probable_double', '63'],
  ] as const)('%i is refused as %s', async (digit, code, rc) => {
    expect(await order(digit)).toMatchObject({ success: false, code, rc })
    expect((await app.h2h(tester, 'GET', `${path}/T-${digit}`)).status).toBe(404)
  })
})

test('test orders use references as real orders do: the same order returns the same purchase, another order is refused', async () => {
  const first = await order(0, { reffclient: 'SAME' })
  expect((await order(0, { reffclient: 'SAME' })).data.id).toBe(first.data.id)
  expect(await order(9, { reffclient: 'SAME' })).toMatchObject({ code: 'purchase.reference_used' })
})

test('a test order whose price ceiling is below the test price is refused', async () => {
  expect(await order(0, { reffclient: 'CEILING', maxprice: 9_999 })).toMatchObject({ code: 'purchase.price_ceiling', rc: '69' })
})

test('test bills can be requested and paid although there is no seller', async () => {
  const ask = (target: string) => app.h2h(tester, 'POST', '/h2h/v1/inquiries', { productcode: 'PLNPASCA', target })
  const { body } = await ask('530000000000')
  expect(body.data).toMatchObject({
    productcode: 'PLNPASCA',
    target: '530000000000',
    customername: expect.any(String),
    price: expect.any(Number),
  })
  expect((await ask('530000000001')).body).toMatchObject({ success: false, code: 'purchase.bill_not_found', rc: '60' })
  const paid = await app.h2h(tester, 'POST', path, {
    productcode: 'PLNPASCA',
    target: '530000000000',
    reffclient: 'BILL',
    token: body.data.token,
  })
  expect(paid.body.data).toMatchObject({ transactionrc: 1, rc: '00' })
})

test('test orders debit no balance, call no seller and send no callback, and live keys cannot find them', async () => {
  await order(0)
  const { body } = await app.h2h(tester, 'POST', path, { orders: [{ productcode: 'APA', target: '0812345670', reffclient: 'M-1' }] })
  expect(body.data[0]).toMatchObject({ success: true, rc: '00' })
  const count = async (table: 'purchase' | 'attempt' | 'delivery' | 'inquiry') =>
    (
      await app.db.read
        .selectFrom(table)
        .select((of) => of.fn.countAll<bigint>().as('rows'))
        .executeTakeFirstOrThrow()
    ).rows
  for (const table of ['purchase', 'attempt', 'delivery', 'inquiry'] as const) expect(await count(table), table).toBe(0n)
  const { sets } = await app.db.read
    .selectFrom('entry')
    .select((of) => of.fn.count<bigint>('set_id').distinct().as('sets'))
    .executeTakeFirstOrThrow()
  expect(sets).toBe(1n)
  expect(await app.balance(buyer)).toBe(50_000n)
  expect((await app.h2h(buyer, 'GET', `${path}/T-0`)).status).toBe(404)
  // The balance in the answers to test orders equals the balance that the balance call returns.
  expect((await app.h2h(tester, 'GET', '/h2h/v1/balance')).body.data.balance).toBe(body.data[0].data.balance)
})

test("the product list of a test key is fictitious and reveals nothing about the prices of the key's owner", async () => {
  const seller = await app.seller({ apiUrl: 'http://127.0.0.1:9/' })
  const product = await app.product({ code: 'RAHASIA' })
  await app.map(buyer, await app.offer({ seller, product, price: 7_777n }))
  const list = async (who: TestMember) => (await app.h2h(who, 'GET', '/h2h/v1/products')).body.data as Json[]
  expect((await list(buyer)).map(({ productcode }) => productcode)).toEqual(['RAHASIA'])
  const invented = await list(tester)
  expect(invented.map(({ productcode, producttype }) => [productcode, producttype])).toEqual([
    ['UJI10', productType.prepaid],
    ['UJIBEBAS', productType.openDenomination],
    ['UJITAGIHAN', productType.bill],
  ])
  const { body } = await app.h2h(tester, 'POST', path, { productcode: 'UJI10', target: '0812345670', reffclient: 'LISTED' })
  expect(body.data.price).toBe(invented[0].price)
})

test('a test key sends no callbacks', async () => {
  await app.tables.updateTable('member').set({ callback_url: 'http://127.0.0.1:9/cb' }).where('id', '=', buyer.id).execute()
  await verifyAddress(app.tables, buyer.id, 'http://127.0.0.1:9/cb')
  await app.lapak.refresh()
  const ping = (who: TestMember) => app.h2h(who, 'POST', '/h2h/v1/ping')
  expect((await ping(tester)).body.code).toBe('callback.none')
  expect(await app.db.read.selectFrom('delivery').select('id').execute()).toEqual([])
  expect((await ping(buyer)).status).toBe(200)
})

test('a member has a daily limit of test orders, also for concurrent orders; other members and live keys are not limited by it', async () => {
  const other = await app.member()
  const { body } = await app.call('POST', '/api/v1/user/api/keys', { token: other.token, body: { name: 'Uji', test: true } })
  const others = { ...other, apikey: body.data.apikey, secret: body.data.secret }
  await app.setting('sandbox.ordersPerDay', 10)
  await app.tables.deleteFrom('rate_count').execute()
  const send = (who: TestMember, nth: number) =>
    app.h2h(who, 'POST', path, { productcode: 'APA', target: '0812345670', reffclient: `DAY-${nth}` })
  const answers = await Promise.all(Array.from({ length: 50 }, (_, nth) => send(tester, nth)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(40)
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(80_000)
  expect((await send(others, 0)).status).toBe(200)
  expect((await app.h2h(buyer, 'GET', '/h2h/v1/balance')).status).toBe(200)
  await app.setting('sandbox.ordersPerDay', 1000)
})

test('the inquiry limit of a test key does not affect live keys', async () => {
  await app.setting('purchases.inquiriesPerMinute', 1)
  const ask = (who: TestMember) => app.h2h(who, 'POST', '/h2h/v1/inquiries', { productcode: 'PLNPASCA', target: '530000000000' })
  await app.tables.deleteFrom('rate_count').execute()
  expect([(await ask(tester)).status, (await ask(tester)).status]).toEqual([200, 429])
  expect((await ask(buyer)).status).not.toBe(429)
})

test('status requests with test keys use no more database connections than test orders', async () => {
  const wide = await startTestApp({ DATABASE_POOL: '8' }, ['http'])
  try {
    const owner = await wide.member()
    const { body } = await wide.call('POST', '/api/v1/user/api/keys', { token: owner.token, body: { name: 'Uji', test: true } })
    const key = { ...owner, apikey: body.data.apikey, secret: body.data.secret }
    await wide.h2h(key, 'POST', path, { productcode: 'APA', target: '0812345670', reffclient: 'ASKED' })
    const waiting = async () => {
      const { rows } = await sql<{ waiting: bigint }>`
        select count(*) as waiting from pg_locks where relation = 'sandbox_order'::regclass and not granted`.execute(wide.tables)
      return Number(rows[0]?.waiting)
    }
    const asked: Promise<{ status: number }>[] = []
    await wide.tables.transaction().execute(async (tx) => {
      await sql`lock table sandbox_order in access exclusive mode`.execute(tx)
      for (let nth = 0; nth < 5; nth++) asked.push(wide.h2h(key, 'GET', `${path}/ASKED`))
      await vi.waitFor(async () => expect(await waiting()).toBeGreaterThan(1), { timeout: 8_000 })
      // Requests with live keys are answered in the meantime. Afterwards all five test requests have arrived, and only two use a connection.
      for (let nth = 0; nth < 5; nth++) expect((await wide.h2h(owner, 'GET', '/h2h/v1/balance')).status).toBe(200)
      expect(await waiting()).toBe(2)
    })
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array(5).fill(200))
  } finally {
    await wide.stop()
  }
})

test('old test orders are purged', async () => {
  await order(0, { reffclient: 'NEW' })
  await order(0, { reffclient: 'OLD' })
  await app.tables
    .updateTable('sandbox_order')
    .set({ created_at: new Date(Date.now() - 8 * 86_400_000) })
    .where('reffclient', '=', 'OLD')
    .execute()
  await runJob(app, 'purge-sandbox-orders')
  const kept = await app.db.read.selectFrom('sandbox_order').select('reffclient').where('reffclient', 'in', ['NEW', 'OLD']).execute()
  expect(kept).toEqual([{ reffclient: 'NEW' }])
})
