import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestMember } from '../../../../../test/app.ts'
import { startMarket, type TestMarket } from '../../../../../test/market.ts'

/** The app runs without a worker, so that only the test reads the tables. The HTTP process settles decisions of persons. */
let market: TestMarket
let admin: TestMember
let careless: TestMember
let careful: TestMember
let serial = 0

beforeAll(async () => {
  market = await startMarket({}, ['http'])
  admin = await market.app.member({ roles: ['ROLE_ADMIN'] })
  careless = await market.app.member({ balance: 500_000n, guardMinutes: 0 })
  careful = await market.app.member({ balance: 500_000n })
  const { seller } = await market.addSeller()
  const product = await market.app.product({ code: 'PLAN' })
  const offer = await market.app.offer({ seller, product, price: 1_000n })
  for (const buyer of [careless, careful]) await market.app.map(buyer, offer)
  await sql`vacuum analyze`.execute(market.app.tables)
})

afterAll(() => market.stop())

/** Places an order that an administrator then forces to failure. */
async function fails(buyer: TestMember) {
  serial += 1
  const { data } = await market.order(buyer, { productcode: 'PLAN', target: `8200${serial}7777`, reffclient: `P${serial}` })
  const { status } = await market.app.call('PATCH', `/api/admin/v1/transaction/${data.id}/2`, {
    token: admin.token,
    body: { description: 'Uji koreksi' },
  })
  expect(status).toBe(200)
}

interface Counts {
  relname: string
  found: number
  deleted: number
}

const counts = async (): Promise<Counts[]> => {
  const { rows } = await sql<{ relname: string; found: bigint; deleted: bigint }>`
    select relname, coalesce(idx_tup_fetch, 0) as found, n_tup_del as deleted from pg_stat_user_tables
    where relname in ('attempt', 'purchase', 'recent_order') order by relname`.execute(market.app.tables)
  return rows.map(({ relname, found, deleted }) => ({ relname, found: Number(found), deleted: Number(deleted) }))
}

/**
 * Waits until the counters of the guards' table show another deleted guard: PostgreSQL publishes the statistics of a transaction together, about a
 * second later.
 */
async function afterTheNextGuard(before: Counts[]): Promise<Counts[]> {
  const freed = (all: Counts[]) => all.find(({ relname }) => relname === 'recent_order')?.deleted ?? 0
  await expect.poll(async () => freed(await counts()) - freed(before)).toBeGreaterThan(0)
  return counts()
}

test('settlement reads only the rows that it needs, even with plans that were made while a table was empty', async () => {
  // The plan was made while the table of double guards was still empty.
  await fails(careless)
  await sql`
    insert into purchase (id, buyer_id, seller_id, offer_id, product_id, price, channel, reffclient, product_code, target, transactionrc)
    select 1000000 + n, 1, 1, 1, 1, 1000, 0, 'R' || n, 'P', '0812' || n, 2 from generate_series(1, 5000) n`.execute(market.app.tables)
  await sql`
    insert into attempt (id, purchase_id, seller_id, offer_id, price, number, state)
    select 1000000 + n, 1000000 + n, 1, 1, 1000, 1, 5 from generate_series(1, 5000) n`.execute(market.app.tables)
  await sql`
    insert into recent_order (key, purchase_id, until)
    select recent_order_key(1, 1, '0812' || n, 1::smallint), 1000000 + n, now() from generate_series(1, 5000) n`.execute(market.app.tables)
  const before = await counts()
  await fails(careful)
  const after = await afterTheNextGuard(before)
  for (const [nth, { relname, found }] of after.entries()) expect(found - (before[nth]?.found ?? 0), relname).toBeLessThan(2_000)
})
