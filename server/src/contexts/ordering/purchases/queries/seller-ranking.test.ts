import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jakartaDayOf } from '#shared/clock.ts'
import { startTestApp, type TestApp } from '../../../../../test/app.ts'
import { sellersStatement } from './seller-ranking.ts'
import { sumDays } from './sum-days.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({}, ['http'])
})

afterAll(() => app?.stop())

const purchases = 60_000

/** Inserts one purchase every two minutes until now, each with its attempt. */
async function manyPurchases() {
  const { id } = await app.member()
  await sql`
    insert into purchase (id, buyer_id, seller_id, offer_id, product_id, price, transactionrc, channel, created_at, reffclient, product_code, target)
    select n, ${id}, ${id}, 1, 1, 1000, 1, 0, now() - (${purchases}::integer - n) * interval '2 minutes', 'h' || n, 'X', '0812' || n
    from generate_series(1, ${purchases}::integer) n`.execute(app.tables)
  await sql`
    insert into attempt (id, purchase_id, seller_id, offer_id, price, number, state, created_at)
    select id, id, seller_id, 1, 1000, 1, 4, created_at from purchase`.execute(app.tables)
  await sql`select setval('purchase_id', ${purchases}::integer + 1)`.execute(app.tables)
}

async function planOf(statement: ReturnType<typeof sellersStatement>): Promise<string> {
  const { rows } = await sql<Record<string, string>>`explain ${statement}`.execute(app.db.read)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

test('the ranking of today’s sellers reads only today’s attempts, however many older attempts exist', async () => {
  await manyPurchases()
  await sumDays(app.db)
  await sql`analyze`.execute(app.tables)
  const today = jakartaDayOf(new Date())
  for (const awal of [today, jakartaDayOf(new Date(Date.now() - 29 * 86_400_000))]) {
    const plan = await planOf(sellersStatement({ awal, akhir: today }, 'omzet', 20))
    expect(plan).toMatch(/Index (Only )?Scan using attempt_\w+ on attempt/)
    expect(plan).not.toMatch(/Seq Scan on (attempt|purchase)\b/)
  }
})
