// @module-tag nightly
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notifyPriceChangesHourly } from '#contexts/catalogue/price-changes/hourly-notifications.ts'
import { notifyTradeHourly } from '#contexts/ordering/purchases/hourly-notifications.ts'
import type { Database, Tx } from '#db/db.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { purgeNotifications } from './notifications.jobs.ts'
import { countUnread, listNotifications } from './notifications.queries.ts'
import { notifyMembers } from './notifications.ts'
import { readUpTo } from './read.ts'

/** Tests that query plans made while the tables were empty read only the rows that a query needs, also when the tables are large. */
let app: TestApp
const grown = ['attempt', 'entry', 'member', 'notification', 'notification_inbox', 'offer_change', 'purchase']
const rows = process.env.NIGHTLY ? 1_000_000 : 60_000

beforeAll(async () => {
  app = await startTestApp({}, ['http'])
  await sql`analyze`.execute(app.tables)
  for (const table of grown) await sql`alter table ${sql.table(table)} set (autovacuum_enabled = off)`.execute(app.tables)
})
afterAll(() => app?.stop())

/** The same database, whose transactions record at their end how many rows they read by sequential scans and how many by an index. */
function counting() {
  const read: { through: number; found: number }[] = []
  const db: Database = {
    ...app.db,
    transaction: (work) =>
      app.db.transaction(async (tx) => {
        const since = await readIn(tx)
        const done = await work(tx)
        read.push(await readIn(tx, since))
        return done
      }),
  }
  return { db, read }
}

/** Reads of earlier transactions of the connection may still be included in the statistics, so they are subtracted. */
async function readIn(tx: Tx, since = { through: 0, found: 0 }) {
  const { rows } = await sql<{ through: bigint; found: bigint }>`
    select sum(seq_tup_read)::bigint as through, sum(coalesce(idx_tup_fetch, 0))::bigint as found
    from pg_stat_xact_user_tables where relname = any(${grown.filter((name) => name !== 'member')})`.execute(tx)
  return { through: Number(rows[0]?.through) - since.through, found: Number(rows[0]?.found) - since.found }
}

test('the notifications about sales and failures of an hour read only the entry sets of that hour in the ledger, however many were posted before', async () => {
  const { tables } = app
  const [seller, buyer] = [await app.member(), await app.member()]
  await sql`
    insert into purchase (id, buyer_id, seller_id, offer_id, product_id, price, channel, reffclient, product_code, target, transactionrc)
    select n, ${buyer.id}, ${seller.id}, 1, 1, 1000, 1, 'R' || n, 'X', '1', 2 from generate_series(1, ${rows}::integer) n`.execute(tables)
  await sql`
    insert into attempt (id, purchase_id, seller_id, offer_id, price, number, state)
    select n, n, ${seller.id}, 1, 1000, 1, 5 from generate_series(1, ${rows}::integer) n`.execute(tables)
  const book = (from: number, until: number, event: string, member: bigint, age: string) =>
    sql`
      insert into entry (set_id, leg, account_id, amount, balance_after, event, reference, at)
      select n, leg, case leg when 1 then ${member}::bigint else (select min(id) from system_account) end, case leg when 1 then 1000 else -1000 end,
        case leg when 1 then 1000 end, ${event}::ledger_event, n, now() - ${age}::interval
      from generate_series(${from}::integer, ${until}::integer) n, generate_series(1, 2) leg`.execute(tables)
  await book(1, rows - 100, 'purchase.settled', seller.id, '5 days')
  await book(rows - 99, rows - 50, 'purchase.settled', seller.id, '1 hour')
  await book(rows - 49, rows, 'purchase.released', buyer.id, '1 hour')
  await tables.updateTable('member').set({ last_active_at: null }).execute()
  const { db, read } = counting()
  await notifyTradeHourly(db, new Date(Date.now() + 3_600_000))
  await sql`delete from notification_digest`.execute(tables)
  await notifyTradeHourly(db, new Date())
  expect(read.map(({ through }) => through)).toEqual([0, 0])
  for (const { found } of read) expect(found).toBeLessThan(5_000)
})

test('the notifications about price changes of an hour read only the changes of that hour, however many there were before', async () => {
  const seller = await app.seller({ apiUrl: 'http://127.0.0.1:9/api/h2h' })
  const offer = await app.offer({ seller, product: await app.product({ code: 'PL1' }), price: 10_000n })
  await sql`
    insert into offer_change (offer_id, kind, sell_price_before, sell_price, at, notified_at)
    select ${offer}, 'price', 1, 2, now() - interval '5 days', now() from generate_series(1, ${rows}::integer)`.execute(app.tables)
  await sql`
    insert into offer_change (offer_id, kind, sell_price_before, sell_price, at) values (${offer}, 'price', 1, 2, now() - interval '1 hour')`.execute(
    app.tables,
  )
  const { db, read } = counting()
  await notifyPriceChangesHourly(db, new Date())
  expect(read.map(({ through }) => through)).toEqual([0])
  expect(read[0]?.found).toBeLessThan(1_000)
})

test('writing, listing, counting and reading the notifications of a member reads only rows of that member', async () => {
  const member = await app.member()
  await sql`
    insert into notification (member_id, seq, kind, key, title, body, link, read_at)
    select 1000000 + n % 500, n, 'review', 'k' || n, 't', 'b', '/', case when n % 3 = 0 then now() end
    from generate_series(1, ${rows}::integer) n`.execute(app.tables)
  await sql`insert into notification_inbox (member_id, last_seq) select 1000000 + n, ${rows} from generate_series(0, 499) n`.execute(
    app.tables,
  )
  const { db, read } = counting()
  const notification = { memberId: member.id, kind: 'review', key: 'satu', title: 'Ulasan', text: 'Ulasan', link: '/penjualan' } as const
  await app.db.transaction(async (tx) => {
    const since = await readIn(tx)
    notifyMembers(tx, notification)
    // Registered last, so it runs after the notifications are written.
    tx.beforeCommit(async () => void read.push(await readIn(tx, since)))
  })
  await db.transaction((tx) => countUnread(tx, [member.id, 1_000_001n]))
  await db.transaction((tx) =>
    listNotifications(tx, 1_000_001n, { page: 0, size: 20, sort: { field: 'id', descending: true }, belumdibaca: undefined }),
  )
  await readUpTo(db, 1_000_001n, 50_000n)
  expect(read.map(({ through }) => through)).toEqual([0, 0, 0, 0])
  // The member has a five-hundredth of the rows.
  for (const { found } of read) expect(found).toBeLessThan(1_000 + rows / 250)
})

test('old notifications are deleted in batches that are found by kind and age, however many others are kept', async () => {
  await sql`delete from notification`.execute(app.tables)
  // Three kinds: one kind is kept for a year, and half of the rows of the two other kinds are too old.
  await sql`
    insert into notification (member_id, seq, kind, key, title, body, link, notified_at)
    select 1000000 + n % 500, n, (array['security', 'review', 'sale'])[1 + n % 3], 'k' || n, 't', 'b', '/', now() - n * interval '180 days' / ${rows}
    from generate_series(1, ${rows}::integer) n`.execute(app.tables)
  const { db, read } = counting()
  await purgeNotifications(db, 90)
  const kept = await app.tables
    .selectFrom('notification')
    .select(['kind', sql<bigint>`count(*)`.as('many')])
    .groupBy('kind')
    .orderBy('kind')
    .execute()
  const [third, sixth] = [Math.round(rows / 3), Math.round(rows / 6)]
  for (const [at, many] of [sixth, sixth, third].entries()) expect(Math.abs(Number(kept[at]?.many) - many)).toBeLessThan(3)
  expect(kept.map(({ kind }) => kind)).toEqual(['review', 'sale', 'security'])
  expect(Math.max(...read.map(({ through }) => through))).toBe(0)
  // Each batch reads only the rows that it deletes, and not all old rows.
  expect(Math.max(...read.map(({ found }) => found))).toBeLessThanOrEqual(5_000)
}, 300_000)
