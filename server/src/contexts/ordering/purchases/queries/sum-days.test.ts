// @module-tag nightly
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jakartaDayOf } from '#shared/clock.ts'
import type { TestMember } from '../../../../../test/app.ts'
import { startMarket, type TestMarket } from '../../../../../test/market.ts'
import { withinOneDay } from '../../../../../test/one-day.ts'
import { attemptState } from '../attempt-state.ts'
import { sumDays } from './sum-days.ts'
import { verifyDays } from './verify-days.ts'

await withinOneDay()

let market: TestMarket
let admin: TestMember
let buyers: TestMember[]
let sellers: TestMember[]

beforeAll(async () => {
  market = await startMarket({ DATABASE_POOL: '4' }, ['http'])
  const { app } = market
  admin = await app.member({ roles: ['ROLE_ADMIN'] })
  buyers = [await app.member({ balance: 10_000_000n }), await app.member({ balance: 10_000_000n })]
  sellers = [(await market.addSeller()).seller, (await market.addSeller()).seller]
  for (const [index, seller] of sellers.entries()) {
    const product = await app.product({ code: `DAY${index}` })
    const offer = await app.offer({ seller, product, price: BigInt(1_000 * (index + 1)) })
    for (const buyer of buyers) await app.map(buyer, offer)
  }
})

afterAll(() => market?.stop())

const today = jakartaDayOf(new Date())
const dayBefore = (days: number) => jakartaDayOf(new Date(Date.now() - days * 86_400_000))
const pick = <One>(from: readonly One[]): One => from[Math.floor(Math.random() * from.length)] as One

/**
 * Runs the given work while a worker sends orders. A worker also sums days on schedule, so it is stopped afterwards: only the test itself sums days.
 */
async function whileWorked(work: () => Promise<void>): Promise<void> {
  const worker = await market.app.startAnother(['worker'])
  await work().finally(() => worker.stop())
}

/** Deletes the sums of all days, because the test changes purchases of past days. */
const deleteDays = () => sql`delete from purchase_day_summed`.execute(market.app.tables)

/**
 * Places orders, waits until they are final and moves them to random seconds of past days. Every fifth target ends in 0001, which makes its order
 * fail.
 */
async function buy(count: number, name: string, day: (index: number) => number): Promise<void> {
  await whileWorked(async () => {
    for (let index = 0; index < count; index++) {
      const buyer = pick(buyers)
      const target = `8${name.charCodeAt(0)}${index}${index % 5 === 4 ? '0001' : '1234'}`
      await market.order(buyer, { productcode: pick(['DAY0', 'DAY1']), target, reffclient: `${name}-${index}` })
      await market.app.settled(buyer, `${name}-${index}`)
      await sql`
        update purchase set created_at = (${dayBefore(day(index))}::date + random() * interval '86399 seconds') at time zone 'Asia/Jakarta'
        where reffclient = ${`${name}-${index}`}`.execute(market.app.tables)
    }
  })
  // Marks every second failure as the seller's fault.
  await sql`update attempt set buyers_fault = false where state = 5 and purchase_id % 2 = 0`.execute(market.app.tables)
  await deleteDays()
}

/** An order that stays pending at its seller, because its target ends in 0013. */
async function orderPending(buyer: TestMember): Promise<bigint> {
  const { data } = await market.order(buyer, { productcode: 'DAY0', target: '77000013', reffclient: 'WAIT-1' })
  const id = BigInt(data.id)
  const stateOf = async () =>
    (await market.app.db.read.selectFrom('attempt').select('state').where('purchase_id', '=', id).executeTakeFirst())?.state
  await whileWorked(() => expect.poll(stateOf).toBe(attemptState.waiting))
  return id
}

const get = async (path: string, member: TestMember) => (await market.app.call('GET', path, { token: member.token })).body.data
const summedDays = async () => {
  const { rows } = await sql<{ day: string }>`select day::text from purchase_day_summed order by day`.execute(market.app.db.read)
  return rows.map(({ day }) => day)
}
const refund = (id: bigint) =>
  market.app.call('PATCH', `/api/admin/v1/transaction/${id}/2`, { token: admin.token, body: { description: 'Uji koreksi' } })
const successesOf = (name: string) =>
  market.app.db.read
    .selectFrom('purchase')
    .select(['id', sql<string>`(created_at at time zone 'Asia/Jakarta')::date::text`.as('day')])
    .where('reffclient', 'like', `${name}-%`)
    .where('transactionrc', '=', 1)
    .execute()

/** Compares the sums and counts of every filter, role and range with a direct count of the table. */
async function expectTruth() {
  const { db } = market.app
  const brand = await db.read.selectFrom('product').select(['brand_id', 'category_id']).where('code', '=', 'DAY1').executeTakeFirstOrThrow()
  const filters: [query: string, condition: string][] = [
    ['', 'true'],
    ['statustrx=1', 'transactionrc = 1'],
    ['statustrx=2', 'transactionrc = 2'],
    [`sellerid=${sellers[1]?.id}`, `seller_id = ${sellers[1]?.id}`],
    [`brandid=${brand.brand_id}`, `product_code = 'DAY1'`],
    [`categoryid=${brand.category_id}&statustrx=1`, `product_code = 'DAY1' and transactionrc = 1`],
    ['search=1234', `(target like '%1234%' or reffclient like '%1234%' or serialnumber like '%1234%')`],
  ]
  const who: [path: string, sumPath: string, member: TestMember, own: string][] = [
    ...buyers.map((buyer): [string, string, TestMember, string] => [
      '/api/v1/transactions/buyer',
      '/api/v1/transactions/buyer/today',
      buyer,
      `buyer_id = ${buyer.id}`,
    ]),
    ['/api/v1/seller/trx', '/api/v1/seller/trx/today', sellers[0] as TestMember, `seller_id = ${sellers[0]?.id}`],
    ['/api/admin/v1/transactions', '/api/admin/v1/transactions/today', admin, 'true'],
  ]
  for (const [path, sumPath, member, own] of who) {
    for (const [filter, condition] of filters) {
      const ends = [Math.floor(Math.random() * 14), Math.floor(Math.random() * 14)].sort((a, b) => b - a) as [number, number]
      const dates = pick([
        `awal=${dayBefore(ends[0])}&akhir=${dayBefore(ends[1])}`,
        `awal=${dayBefore(ends[0])}`,
        `akhir=${dayBefore(ends[1])}`,
      ])
      const within = [
        ...(dates.includes('awal') ? [`(created_at at time zone 'Asia/Jakarta')::date >= '${dayBefore(ends[0])}'`] : []),
        ...(dates.includes('akhir') ? [`(created_at at time zone 'Asia/Jakarta')::date <= '${dayBefore(ends[1])}'`] : []),
      ]
      const { rows } = await sql<{ jml: number; gagal: number; amount: number }>`
        select count(*)::integer as jml, (count(*) filter (where transactionrc = 2))::integer as gagal,
          coalesce(sum(price) filter (where transactionrc <> 2), 0)::integer as amount
        from purchase where ${sql.raw([own, condition, ...within].join(' and '))}`.execute(db.read)
      const label = `${sumPath} ${filter} ${dates}`
      expect(await get(`${sumPath}?${dates}&${filter}`, member), label).toMatchObject(rows[0] ?? {})
      expect((await get(`${path}?${dates}&${filter}&size=1`, member)).totalElements, label).toBe(rows[0]?.jml)
    }
    const { rows } = await sql<{ jml: number }>`select count(*)::integer as jml from purchase where ${sql.raw(own)}`.execute(db.read)
    expect((await get(path, member)).totalElements).toBe(rows[0]?.jml)
  }
  await expectTrueDashboard()
}

/** Compares the dashboard in the same way: the transactions per day, and the sales and attempts per seller. */
async function expectTrueDashboard() {
  const { db } = market.app
  const range = `awal=${dayBefore(13)}&akhir=${today}`
  const { rows: days } = await sql<{ hari: string; jml: number; amount: number; gagal: number }>`
    select (created_at at time zone 'Asia/Jakarta')::date::text as hari, (count(*) filter (where transactionrc <> 2))::integer as jml,
      coalesce(sum(price) filter (where transactionrc <> 2), 0)::integer as amount, (count(*) filter (where transactionrc = 2))::integer as gagal
    from purchase group by 1`.execute(db.read)
  const { hari, transaksi } = await get(`/api/admin/v1/dashboard?${range}`, admin)
  expect(hari).toHaveLength(14)
  const none = { jml: 0, amount: 0, gagal: 0 }
  for (const day of hari) expect(day).toEqual(days.find((counted) => counted.hari === day.hari) ?? { hari: day.hari, ...none })
  expect(transaksi.rentang.jml).toBe(days.reduce((sum, { jml }) => sum + jml, 0))
  const { hari: _, ...ofToday } = hari.at(-1)
  expect(transaksi.hariini).toEqual(ofToday)
  const { rows: ranked } = await sql`
    select attempt.seller_id::integer as sellerid, member.name as sellername, count(*) filter (where state = 4 and transactionrc = 1)::integer as terjual,
      coalesce(sum(purchase.price) filter (where state = 4 and transactionrc = 1), 0)::integer as omzet,
      count(*)::integer as dicoba, count(*) filter (where state = 4)::integer as sukses
    from attempt join purchase on purchase.id = purchase_id join member on member.id = attempt.seller_id
    where state in (4, 5) and not buyers_fault group by attempt.seller_id, member.name order by omzet desc`.execute(db.read)
  expect(ranked).toHaveLength(2)
  expect(await get(`/api/admin/v1/dashboard/sellers?${range}`, admin)).toEqual(ranked)
}

test('sums and counts equal those of the purchases, on summed days, unsummed days with pending or refunded purchases, and today [B-API-51, B-API-52, B-ENT-32]', async () => {
  const buyer = buyers[0] as TestMember
  // The purchase with the lowest id is the oldest, as in production.
  await buy(60, 'A', (index) => (index === 0 ? 11 : Math.floor(Math.random() * 12)))
  const waiting = await orderPending(buyer)
  await sql`update purchase set created_at = now() - interval '5 days' where id = ${waiting}`.execute(market.app.tables)
  await deleteDays()
  await expectTruth()

  await sumDays(market.app.db)
  const summed = await summedDays()
  const unknown = await sql`select seller_id, buyer_id from purchase_day except select seller_id, buyer_id from customer`.execute(
    market.app.db.read,
  )
  expect(unknown.rows).toEqual([])
  expect(summed.length).toBeGreaterThan(5)
  expect(summed).not.toContain(dayBefore(5))
  expect(summed).not.toContain(today)
  expect(await verifyDays(market.app.db)).toEqual([])
  await expectTruth()

  const refunded = (await successesOf('A')).filter(({ day }) => summed.includes(day)).slice(0, 5)
  for (const { id, day } of refunded) {
    expect((await refund(id)).status).toBe(200)
    expect(await summedDays()).not.toContain(day)
    await expectTruth()
  }
  const forced = await market.app.call('PATCH', `/api/admin/v1/transaction/${waiting}/1`, {
    token: admin.token,
    body: { description: 'Uji koreksi' },
  })
  expect(forced.status).toBe(200)
  await sumDays(market.app.db)
  expect(await summedDays()).toEqual(expect.arrayContaining([dayBefore(5), ...refunded.map(({ day }) => day)]))
  expect(await verifyDays(market.app.db)).toEqual([])
  await expectTruth()
  await market.booksHold()
})

/** The number of concurrent runs; the nightly run has more, so that rare interleavings occur. */
const meetings = process.env.NIGHTLY ? 50 : 12

test('a day that is summed while its purchases are refunded has exact sums or none, in any order of the two [B-API-51]', async () => {
  const { db, tables } = market.app
  await buy(Math.ceil(meetings * 1.4), 'R', () => 3)
  const successes = (await successesOf('R')).slice(0, meetings)
  expect(successes).toHaveLength(meetings)
  const soon = () => new Promise((resolve) => setTimeout(resolve, Math.random() * 12))
  let summedLast = 0
  for (const [nth, { id, day }] of successes.entries()) {
    await sql`delete from purchase_day_summed where day = ${day}::date`.execute(tables)
    // The summing and the refund run one after the other, first in both orders, then concurrently.
    const sum = (after: Promise<unknown>) => after.then(() => sumDays(db))
    const giveBack = async (after: Promise<unknown>) => expect((await after.then(() => refund(id))).status).toBe(200)
    if (nth === 0) await sum(giveBack(soon()))
    else if (nth === 1) await giveBack(sum(soon()))
    else await Promise.all([sum(soon()), giveBack(soon())])
    if ((await summedDays()).includes(day)) summedLast++
    expect(await verifyDays(db)).toEqual([])
    const { rows } = await sql<{
      jml: number
    }>`select count(*)::integer as jml from purchase where transactionrc = 1 and (created_at at time zone 'Asia/Jakarta')::date = ${day}::date`.execute(
      db.read,
    )
    expect((await get(`/api/admin/v1/transactions/today?awal=${day}&akhir=${day}&statustrx=1`, admin)).jml).toBe(rows[0]?.jml)
  }
  // Both orders must have occurred, otherwise the test verifies only one of them.
  expect(summedLast).toBeGreaterThan(0)
  expect(summedLast).toBeLessThan(meetings)
  await sumDays(db)
  await expectTruth()
})

test('the nightly verification reports a day whose sums differ from its purchases', async () => {
  const { db, tables } = market.app
  const change = (by: number) =>
    sql`
    update purchase_day set purchases = purchases + ${by}
    where ctid = (select purchase_day.ctid from purchase_day join purchase_day_summed using (day) order by day, buyer_id, seller_id, product_id, transactionrc limit 1)`.execute(
      tables,
    )
  await change(1)
  expect(await verifyDays(db)).toEqual([
    { rule: expect.any(String), row: expect.stringMatching(/^on \d{4}-\d\d-\d\d buyer \d+ has \d+ purchases/) },
    // If a sum is wrong, the total of its day is wrong as well.
    { rule: expect.any(String), row: expect.stringMatching(/^on \d{4}-\d\d-\d\d all with [12] are \d+ purchases/) },
  ])
  await deleteDays()
  await sumDays(db)
  expect(await verifyDays(db)).toEqual([])
  await sql`update purchase_day_total set amount = amount + 1 
    where ctid = (select purchase_day_total.ctid from purchase_day_total join purchase_day_summed using (day) order by day, transactionrc limit 1)`.execute(
    tables,
  )
  expect(await verifyDays(db)).toEqual([
    { rule: expect.any(String), row: expect.stringMatching(/^on \d{4}-\d\d-\d\d all with [12] are \d+ /) },
  ])
  await deleteDays()
  await sumDays(db)
  expect(await verifyDays(db)).toEqual([])
  await sql`update seller_purchase_day set succeeded = succeeded + 1
    where (day, seller_id) = (select day, seller_id from seller_purchase_day join purchase_day_summed using (day) order by 1, 2 limit 1)`.execute(
    tables,
  )
  expect(await verifyDays(db)).toEqual([{ rule: expect.any(String), row: expect.stringMatching(/^on \d{4}-\d\d-\d\d seller \d+ has \(/) }])
  await deleteDays()
  await sumDays(db)
  expect(await verifyDays(db)).toEqual([])
})

test('the total of all members is read from one row per day, not from the sums of each buyer [A-API-26]', async () => {
  const { db, tables } = market.app
  const total = async () => (await get('/api/admin/v1/transactions', admin)).totalElements
  const before = await total()
  // Changes the sums per buyer but not the total of this day: a count that uses the sums per buyer would be lower.
  await sql`update purchase_day set purchases = 0 where day = (select min(day) from purchase_day_summed)`.execute(tables)
  expect(await total()).toBe(before)
  await deleteDays()
  await sumDays(db)
})

test('the sums of a day contain exactly its purchases, even if ids and times are in different orders [B-API-52]', async () => {
  const { db, tables } = market.app
  const whose = await market.app.member()
  const { id: product } = await db.read.selectFrom('product').select('id').where('code', '=', 'DAY0').executeTakeFirstOrThrow()
  // A thousand purchases span about an hour and a half, so that ids outside the range cannot hide a wrong bound. The time of each purchase is up to
  // 30 seconds late.
  await sql`
    insert into purchase (id, buyer_id, seller_id, offer_id, product_id, price, transactionrc, channel, created_at, reffclient, product_code, target)
    select nextval('purchase_id'), ${whose.id}, ${sellers[0]?.id}, 1, ${product}, 1000, 1, 0,
      now() - (20000 - n) * interval '5 seconds' - random() * interval '30 seconds', 'N-' || n, 'DAY0', '0812' || n
    from generate_series(1, 20000) n`.execute(tables)
  await deleteDays()
  const { rows } = await sql<{ day: string; jml: number }>`
    select (created_at at time zone 'Asia/Jakarta')::date::text as day, count(*)::integer as jml
    from purchase where buyer_id = ${whose.id} group by 1`.execute(db.read)
  expect(rows.reduce((sum, { jml }) => sum + jml, 0)).toBe(20_000)
  const found = async () => {
    const counts = []
    for (const { day } of rows)
      counts.push({ day, jml: (await get(`/api/v1/transactions/buyer?awal=${day}&akhir=${day}&size=1`, whose)).totalElements })
    return counts
  }
  expect(await found()).toEqual(rows)
  // A search always counts purchases within the id range of the day, while the list without a search reads the sums if the day is summed.
  for (const { day, jml } of rows)
    expect((await get(`/api/v1/transactions/buyer/today?awal=${day}&akhir=${day}&search=N-`, whose)).jml).toBe(jml)
  await sumDays(db)
  expect(await found()).toEqual(rows)
})
