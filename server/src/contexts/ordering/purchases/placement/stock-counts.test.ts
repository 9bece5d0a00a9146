import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '#db/db.ts'
import type { DB } from '#db/schema.ts'
import { createLog } from '#shared/log.ts'
import { createTestDatabase, openTables, type TestDatabase } from '../../../../../test/database.ts'
import { sumOldCounts } from './stock-counts.ts'

/** A seller with two offers, whose stocks were each counted a year ago. */
let database: TestDatabase
let tables: Kysely<DB>
let db: Database

beforeEach(async () => {
  database = await createTestDatabase()
  tables = openTables(database.ownerUrl)
  await seller(tables)
  await sql`insert into offer_stock (offer_id, remaining, since) select id, 5, now() - interval '1 year' from offer`.execute(tables)
  db = await openDatabase({ url: database.ownerUrl, pool: 2, log: createLog('error') })
})
afterEach(async () => {
  await db?.close()
  await tables?.destroy()
  await database?.drop()
})

/** A seller with two offers, whose stocks are not counted yet. */
const seller = (of: Kysely<DB>) =>
  sql`
    with seller as (insert into member (name, email, password_hash) values ('Toko', 'toko@lapak.test', '-') returning id),
      category as (insert into category (name) values ('Pulsa') returning id),
      brand as (insert into brand (name, category_id) select 'Brand', id from category returning id, category_id),
      made as (
        insert into product (code, name, type, denom, brand_id, category_id)
        select 'P' || nth, 'Produk', 0, 10, id, category_id from brand, generate_series(1, 2) nth returning id
      )
    insert into offer (seller_id, product_id, supplier_code, sell_price, stocked) select seller.id, made.id, 'P', 10000, true from seller, made`.execute(
    of,
  )

/** Inserts one count of `change` pieces for each day from `from` to `to` days ago, both included. */
const countsOf = (offer: number, from: number, to: number, change: number) =>
  sql`insert into stock_count (offer_id, change, at) select ${offer}, ${change}, now() - day * interval '1 day' from generate_series(${to}::integer, ${from}::integer) day`.execute(
    tables,
  )
const counts = async (offer: number) => {
  const { rows } = await sql<{ change: bigint; days: number }>`
    select change, floor(extract(epoch from now() - at) / 86400)::integer as days from stock_count where offer_id = ${offer} order by at`.execute(
    tables,
  )
  return rows.map(({ change, days }) => [Number(change), days])
}

test('old counts are summed in limited batches, oldest first, and the next night continues where the previous night stopped', async () => {
  await countsOf(1, 299, 200, 1)
  await countsOf(2, 199, 100, 1)
  await sumOldCounts(db, { batchSize: 30, batches: 2 })
  // 60 counts of the first stock are merged with its initial count. The second stock was not reached.
  expect([(await counts(1)).length, (await counts(2)).length]).toEqual([41, 101])
  expect((await counts(1))[0]).toEqual([65, 240])
  await sumOldCounts(db, { batchSize: 30, batches: 2 })
  expect([await counts(1), (await counts(2)).length]).toEqual([[[105, 200]], 81])
  await sumOldCounts(db)
  expect([await counts(1), await counts(2)]).toEqual([[[105, 200]], [[105, 100]]])
})

test('stocks whose counts are already summed leave the batches to other stocks, even with a separate sum of counts from before the present stock', async () => {
  // The present stock of both offers began 150 days ago, so the counts from before that time stay separate.
  await tables.updateTable('offer_stock').set({ since: sql<Date>`now() - interval '150 days'` }).execute()
  for (const offer of [1, 2]) await countsOf(offer, 200, 100, 1)
  for (let night = 0; night < 5; night += 1) await sumOldCounts(db, { batchSize: 100, batches: 1 })
  for (const offer of [1, 2])
    expect(await counts(offer)).toEqual([
      [55, 151],
      [51, 100],
    ])
})
