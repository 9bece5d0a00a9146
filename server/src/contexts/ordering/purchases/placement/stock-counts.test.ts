import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createAudit } from '#contexts/system/audit/audit.ts'
import { type Database, openDatabase } from '#db/db.ts'
import { migrate } from '#db/migrate.ts'
import type { DB } from '#db/schema.ts'
import { checkLedger } from '#ledger/verification/verification.ts'
import { createLog } from '#shared/log.ts'
import { createEmptyDatabase, openTables, type TestDatabase } from '../../../../../test/database.ts'
import { aDayAfter, migrateUpTo } from '../../../../../test/migrations.ts'
import { recountStocks, sumOldCounts } from './stock-counts.ts'

/** An installation whose seller had two stocks before counts were kept. */
let database: TestDatabase
let tables: Kysely<DB>
let db: Database

beforeEach(async () => {
  database = await createEmptyDatabase()
  tables = openTables(database.ownerUrl)
  await migrateUpTo(database.ownerUrl, '0138')
  await seller(tables)
  await sql`insert into offer_stock (offer_id, remaining, since) select id, 5, now() - interval '1 year' from offer`.execute(tables)
  await migrate(database.ownerUrl)
  db = await openDatabase({ url: database.ownerUrl, pool: 2, log: createLog('error') })
})
afterEach(async () => {
  await db?.close()
  await tables?.destroy()
  await database?.drop()
})

/** With two offers, of which no stock is counted yet. */
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

/** As a process of the version before counts: it knows nothing of `counted_at`. */
const countAsBefore = async (offer: number, remaining: number) =>
  sql`
    insert into offer_stock (offer_id, remaining) values (${offer}, ${remaining})
    on conflict (offer_id) do update set remaining = excluded.remaining where offer_stock.remaining <> excluded.remaining`.execute(tables)

const recount = () => recountStocks({ db, audit: createAudit({ db, log: createLog('fatal') }) })
const recounted = () =>
  tables.selectFrom('audit').select(['subject', 'after']).where('event', '=', 'stock.recounted').orderBy('id').execute()
const rules = async () => (await checkLedger(db)).map(({ rule }) => rule)
const inAudit = 'the counts of stocks of a seller sum to what the audit says that was counted'
const stock = 'what is left of a stock is what was counted, less what was sold of it'

test('a stock that a process of the version before counted after the migration is made good once, and stands in the audit', async () => {
  await countAsBefore(1, 12)
  expect(await rules()).toEqual([stock])
  await Promise.all([recount(), recount()])
  expect(await rules()).toEqual([])
  expect(await recounted()).toEqual([{ subject: '1', after: { pieces: 7 } }])
})

test('what a process counted that writes down counts and knows no audit of them is made good as well', async () => {
  await sql`update offer_stock set remaining = 3, counted_at = now() where offer_id = 2`.execute(tables)
  expect(await rules()).toEqual([inAudit])
  await recount()
  expect([await rules(), await recounted()]).toEqual([[], [{ subject: '1', after: { pieces: -2 } }]])
})

test('the first stock of a house that had none at the migration is made good where a process of the version before counted it', async () => {
  const before = await createEmptyDatabase()
  const own = openTables(before.ownerUrl)
  let house: Database | undefined
  try {
    await migrateUpTo(before.ownerUrl, '0138')
    await seller(own)
    await migrate(before.ownerUrl)
    house = await openDatabase({ url: before.ownerUrl, pool: 2, log: createLog('error') })
    await sql`insert into offer_stock (offer_id, remaining) values (1, 7)`.execute(own)
    await recountStocks({ db: house, audit: createAudit({ db: house, log: createLog('fatal') }) })
    expect((await checkLedger(house)).map(({ rule }) => rule)).toEqual([])
  } finally {
    await house?.close()
    await own.destroy()
    await before.drop()
  }
})

test('a stock that was changed without a count a day after the migration stays a finding', async () => {
  await aDayAfter(tables)
  await countAsBefore(1, 12)
  await recount()
  expect([await rules(), await recounted()]).toEqual([[stock], []])
})

/** Counts of so many days ago, first and last included, each of `change` pieces. */
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

test('old counts are summed portion by portion, the oldest first, and the next night goes on where this one stopped', async () => {
  await countsOf(1, 299, 200, 1)
  await countsOf(2, 199, 100, 1)
  await sumOldCounts(db, { portion: 30, portions: 2 })
  // 60 of the first stock are one with what it began with; nothing of the second one was reached.
  expect([(await counts(1)).length, (await counts(2)).length]).toEqual([41, 101])
  expect((await counts(1))[0]).toEqual([65, 240])
  await sumOldCounts(db, { portion: 30, portions: 2 })
  expect([await counts(1), (await counts(2)).length]).toEqual([[[105, 200]], 81])
  await sumOldCounts(db)
  expect([await counts(1), await counts(2)]).toEqual([[[105, 200]], [[105, 100]]])
})

test('stocks whose counts are summed keep no portion from others, though each keeps one sum of its time before', async () => {
  // Both began anew half a year ago, so that what was counted before stands behind it for ever.
  await tables.updateTable('offer_stock').set({ since: sql<Date>`now() - interval '150 days'` }).execute()
  for (const offer of [1, 2]) await countsOf(offer, 200, 100, 1)
  for (let night = 0; night < 5; night += 1) await sumOldCounts(db, { portion: 100, portions: 1 })
  for (const offer of [1, 2])
    expect(await counts(offer)).toEqual([
      [55, 151],
      [51, 100],
    ])
})
