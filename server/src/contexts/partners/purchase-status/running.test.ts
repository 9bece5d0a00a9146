// @module-tag nightly
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Crowded, startCrowded } from '../../../../test/crowded.ts'
import { runningOf } from './purchase-status.ts'

let crowded: Crowded
const rows = process.env.NIGHTLY ? 1_000_000 : 60_000
/** The buyer who made half of all purchases, and half of the running orders. */
const large = 7n

beforeAll(async () => {
  crowded = await startCrowded(['purchase', 'attempt'])
  const { tables } = crowded
  await sql`
    insert into purchase (id, buyer_id, seller_id, offer_id, product_id, price, channel, reffclient, product_code, target, transactionrc)
    select n, case when n % 2 = 0 then ${large} else 1000 + n end, 1, 1, 1, 1000 + n % 2, 0, 'R' || n, 'P', '0812' || n, case when n <= 100 then 0 else 1 end
    from generate_series(1, ${rows}::integer) n`.execute(tables)
  await sql`
    insert into attempt (id, purchase_id, seller_id, offer_id, price, number, state)
    select n, n, 1, 1, 1000, 1, case when n <= 100 then n % 4 else 4 end from generate_series(1, ${rows}::integer) n`.execute(tables)
}, 300_000)
afterAll(() => crowded?.drop())

test('running orders of one buyer are counted and summed, without those of other buyers and without ended orders', async () => {
  const { db } = crowded
  expect(await runningOf(db.read, large)).toEqual({ orders: 50n, amount: 50_000n })
  // The order of the first buyer is being sent; the outcome of the second buyer's order is unknown.
  for (const one of [1001n, 1003n]) expect(await runningOf(db.read, one)).toEqual({ orders: 1n, amount: 1_001n })
  // A buyer whose purchases have all ended, and a buyer without purchases.
  for (const other of [BigInt(rows - 1) + 1000n, 5n]) expect(await runningOf(db.read, other)).toEqual({ orders: 0n, amount: 0n })
})

test('running orders are found by the open attempts, even for a buyer with half of all purchases and whatever the statistics are', async () => {
  const { db, tables, looking } = crowded
  for (const when of ['while empty', 'now']) {
    if (when === 'now') await sql`analyze purchase, attempt`.execute(tables)
    const { looked, entries } = await looking(() => runningOf(db.read, large))
    expect(Math.max(looked, entries), when).toBeLessThan(500)
  }
})
