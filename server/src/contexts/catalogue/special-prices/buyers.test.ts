import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase, openTables } from '../../../../test/database.ts'
import { customersOf } from './buyers.ts'

test('the database function customers_of reads only the newest purchases of a seller, even with outdated planner statistics', async () => {
  const database = await createTestDatabase()
  const tables = openTables(database.ownerUrl)
  try {
    // Tables that were analysed while they were empty and not again, as by autovacuum in the first night of a new installation.
    await sql`vacuum (analyze) purchase, customer`.execute(tables)
    for (const table of ['purchase', 'customer'])
      await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(tables)
    await sql`
      insert into purchase (id, buyer_id, seller_id, offer_id, product_id, price, transactionrc, channel, reffclient, product_code, target)
      select n, n % 300 + 1000, n % 3, 1, 1, 1000, 1, 0, 'N-' || n, 'S5', '0812' || n from generate_series(1, 120000) n`.execute(tables)
    await sql`insert into customer (seller_id, buyer_id) values (2, 7), (1, 8)`.execute(tables)
    const { rows, looked } = await tables.transaction().execute(async (tx) => {
      const found = await sql<{ id: bigint }>`select ${sql.ref(customersOf.name)}(2) as id`.execute(tx)
      const counted = await sql<{ looked: bigint }>`
        select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as looked from pg_stat_xact_user_tables where relname = 'purchase'`.execute(
        tx,
      )
      return { rows: found.rows, looked: counted.rows[0]?.looked }
    })
    expect(new Set(rows.map(({ id }) => Number(id)))).toEqual(new Set([7, ...Array.from({ length: 100 }, (_, n) => 1002 + 3 * n)]))
    expect(looked).toBe(10_000n)
  } finally {
    await tables.destroy()
    await database.drop()
  }
})
