import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Crowded, startCrowded } from '../../test/crowded.ts'
import { sellerDays } from './seller-days.ts'

const sales = 20_000
/** Sells one of a hundred. */
const busy = 1_001n
/** Owes so much that all of its few sales is kept. */
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
])(
  'the days of a seller %s are read from what it sold itself, however much the house sold and whatever was known of the books',
  async (_, seller, days) => {
    const { db, tables, looking } = crowded
    for (const when of ['while empty', 'now']) {
      if (when === 'now') await sql`analyze entry, attempt`.execute(tables)
      const { found, looked } = await looking(() => sellerDays(db.read, seller, undefined, undefined))
      expect(found).toMatchObject(days)
      expect(found).toHaveLength(days.length)
      expect(looked, when).toBeLessThan(3_000)
    }
  },
)
