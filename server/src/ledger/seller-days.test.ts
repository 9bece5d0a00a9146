import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Crowded, startCrowded } from '../../test/crowded.ts'
import { earnedOf, sellerDays } from './seller-days.ts'
import { storeDays } from './store-running-totals.ts'

const sales = 20_000
/** A seller that made one of a hundred sales of the platform. */
const busy = 1_001n
/** A seller with a few sales, whose proceeds all pay its debt. */
const owing = 7n

let crowded: Crowded

beforeAll(async () => {
  crowded = await startCrowded(['entry', 'attempt'])
  const { tables } = crowded
  const isOwing = sql`n % 2000 = 0`
  await sql`
    insert into attempt (id, purchase_id, seller_id, offer_id, price, number, state)
    select n, n, case when ${isOwing} then ${owing} else 1000 + n % 100 end, 1, 1000, 1, 4 from generate_series(1, ${sales}::integer) n`.execute(
    tables,
  )
  await sql`
    insert into entry (set_id, leg, account_id, amount, balance_after, event, reference)
    select n, leg, account_id, amount, case when account_id > 0 then 1000000 end, 'purchase.settled', n
    from generate_series(1, ${sales}::integer) n,
      lateral (values (1, -1, -1000), (2, case when ${isOwing} then -7 else 1000 + n % 100 end, 990), (3, -4, 10)) leg(leg, account_id, amount)`.execute(
    tables,
  )
}, 300_000)

afterAll(() => crowded?.drop())

test.each([
  ['who sold nothing', 5n, []],
  ['who sold one of a hundred', busy, [{ sales: 200n, paid: 198_000n, recovered: 0n }]],
  ['of whom all was kept for a debt', owing, [{ sales: 10n, paid: 0n, recovered: 9_900n }]],
])("the days of a seller %s are read from the seller's own sales only, with and without planner statistics", async (_, seller, days) => {
  const { db, tables, looking } = crowded
  for (const when of ['while empty', 'now']) {
    if (when === 'now') await sql`analyze entry, attempt`.execute(tables)
    const { found, looked } = await looking(() => sellerDays(db.read, seller, undefined, undefined))
    expect(found).toMatchObject(days)
    expect(found).toHaveLength(days.length)
    expect(looked, when).toBeLessThan(3_000)
  }
})

interface Booked {
  seller: bigint
  at: string
  event: 'purchase.settled' | 'purchase.refunded'
  of: bigint
  legs: [account: bigint, amount: bigint][]
}

const moved = (legs: Booked['legs']) => legs.filter(([, amount]) => amount !== 0n)

/** A sale; the part `kept` of the proceeds after the fee pays a debt. */
const sold = (of: bigint, seller: bigint, at: string, { price = 1000n, fee = 10n, kept = 0n }): Booked => ({
  ...{ seller, at, event: 'purchase.settled', of },
  legs: moved([
    [-1n, -price],
    [seller, price - fee - kept],
    [-7n, kept],
    [-4n, fee],
  ]),
})

/** A refund; `owed` is the part that the seller's balance does not cover. */
const givenBack = (of: bigint, seller: bigint, at: string, { price = 1000n, fee = 10n, owed = 0n }): Booked => ({
  ...{ seller, at, event: 'purchase.refunded', of },
  legs: moved([
    [seller, fee + owed - price],
    [-7n, -owed],
    [-4n, -fee],
    [99n, price],
  ]),
})

/** Entry sets in the order of their numbers. */
const booked: Booked[] = [
  sold(1n, 7n, '2025-03-01 10:00:00+07', {}),
  sold(2n, 8n, '2025-03-01 23:59:59+07', {}),
  sold(3n, 8n, '2025-03-02 00:00:00.5+07', {}),
  // The transaction began before midnight, but its set number follows a set of the new day.
  sold(4n, 7n, '2025-03-01 23:59:59.9+07', { price: 2000n, fee: 20n }),
  // The balance covers half of the refund; the other half is taken from the next sales.
  givenBack(1n, 7n, '2025-03-02 00:00:01+07', { owed: 490n }),
  sold(5n, 7n, '2025-03-02 12:00:00+07', { price: 400n, kept: 390n }),
  sold(6n, 7n, '2025-03-02 23:59:59.9+07', { kept: 100n }),
  sold(7n, 8n, '2025-03-03 00:00:00+07', {}),
  givenBack(4n, 7n, '2025-03-02 23:59:59.99+07', { price: 2000n, fee: 20n }),
]

test("a seller's day has the same sums while it runs, after its end and when it is stored, even for transactions across midnight", async () => {
  const { db, tables, drop } = await startCrowded([])
  try {
    for (const [set, { seller, at, event, of, legs }] of booked.entries()) {
      if (event === 'purchase.settled')
        await sql`insert into attempt (id, purchase_id, seller_id, offer_id, price, number, state) values (${of}, ${of}, ${seller}, 1, 1000, 1, 4)`.execute(
          tables,
        )
      const [accounts, amounts] = [legs.map(([account]) => account), legs.map(([, amount]) => amount)]
      await sql`
        insert into entry (set_id, leg, account_id, amount, balance_after, event, reference, at)
        select ${set + 1}::bigint, leg, account_id, amount, case when account_id > 0 then 1000000 end, ${event}::ledger_event, ${of}::bigint, ${at}::timestamptz
        from unnest(${accounts}::bigint[], ${amounts}::bigint[]) with ordinality as legs(account_id, amount, leg)`.execute(tables)
    }
    const sums = { sold: 0n, fee: 0n, recovered: 0n, paid: 0n, sales: 0n, refunds: 0n, refunded: 0n, uncovered: 0n, fee_returned: 0n }
    const days = [
      { ...sums, day: '2025-03-03', refunds: 1n, refunded: 2000n, fee_returned: 20n },
      {
        ...{ ...sums, day: '2025-03-02', sales: 3n, sold: 3400n, fee: 40n, recovered: 490n, paid: 2870n },
        ...{ refunds: 1n, refunded: 1000n, uncovered: 490n, fee_returned: 10n },
      },
      { ...sums, day: '2025-03-01', sales: 1n, sold: 1000n, fee: 10n, paid: 990n },
    ]
    const inWallet = booked.flatMap(({ legs }) => legs).reduce((sum, [account, amount]) => sum + (account === 7n ? amount : 0n), 0n)
    const asKept = async (...kept: boolean[]) => {
      const found = await sellerDays(db.read, 7n, undefined, undefined)
      expect(found).toEqual(days.map((day, at) => ({ ...day, kept: kept[at] })))
      for (const { day } of days) expect(await sellerDays(db.read, 7n, day, day)).toEqual(found.filter((one) => one.day === day))
      expect(await earnedOf(db.read, 7n)).toBe(inWallet)
    }
    await asKept(false, false, false)
    // With the third set the first day has ended, and with the eighth set the second day.
    await storeDays(db, 3n)
    await asKept(false, false, true)
    await storeDays(db, 9n)
    await asKept(false, true, true)
  } finally {
    await drop()
  }
})
