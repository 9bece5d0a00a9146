import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '#db/migrate.ts'
import { createEmptyDatabase, openTables } from '../../test/database.ts'
import { migrateUpTo } from '../../test/migrations.ts'

test('days that were kept before refunds counted their fees have them as well, each its own, and the running day is left to its end', async () => {
  const database = await createEmptyDatabase()
  const tables = openTables(database.ownerUrl)
  try {
    await migrateUpTo(database.ownerUrl, '0117')
    // Sales of seller 7 and 8, of which some are refunded on the same day, on a later one, and today.
    await sql`
      insert into attempt (id, purchase_id, seller_id, offer_id, price, number, state)
      select n, n, case when n < 5 then 7 else 8 end, 1, 1000, 1, 4 from generate_series(1, 6) n`.execute(tables)
    await sql`
      insert into entry (set_id, leg, account_id, amount, balance_after, event, reference)
      select set_id, leg, account_id, amount, case when account_id > 0 then 1000 end, 'purchase.settled', set_id
      from generate_series(1, 6) set_id,
        lateral (values (1, -1, -1000), (2, case when set_id < 5 then 7 else 8 end, 1000 - set_id), (3, -4, set_id)) leg(leg, account_id, amount)`.execute(
      tables,
    )
    await sql`
      insert into entry (set_id, leg, account_id, amount, balance_after, event, reference)
      select set_id, leg, account_id, amount, case when account_id > 0 then 1000 end, 'purchase.refunded', sale
      from (values (7, 1), (8, 5), (9, 2), (10, 3), (11, 4)) refund(set_id, sale),
        lateral (values (1, case when sale < 5 then 7 else 8 end, sale - 1000), (2, -4, -sale), (3, 99, 1000)) leg(leg, account_id, amount)`.execute(
      tables,
    )
    await sql`insert into book_day values ('2025-03-01', 0), ('2025-03-02', 9), ('2025-03-03', 11)`.execute(tables)
    await sql`
      insert into seller_day (day, seller_id, sales, sold, fee, recovered, paid, refunds, refunded, uncovered)
      values ('2025-03-01', 7, 4, 4000, 10, 0, 3990, 1, 1000, 0), ('2025-03-01', 8, 2, 2000, 11, 0, 1989, 1, 1000, 0),
        ('2025-03-02', 7, 0, 0, 0, 0, 0, 2, 2000, 0)`.execute(tables)

    await migrate(database.ownerUrl)
    const days = tables.selectFrom('seller_day').select(['seller_id', 'fee_returned']).orderBy('day').orderBy('seller_id')
    expect(await days.execute()).toEqual([
      { seller_id: 7n, fee_returned: 1n },
      { seller_id: 8n, fee_returned: 5n },
      { seller_id: 7n, fee_returned: 5n },
    ])
    // It is guarded again, and a program that does not know the sum keeps no day.
    await expect(sql`update seller_day set fee_returned = 0`.execute(tables)).rejects.toMatchObject({ constraint: 'append_only' })
    await expect(
      sql`insert into seller_day (day, seller_id, sales, sold, fee, recovered, paid, refunds, refunded, uncovered)
        values ('2025-03-03', 7, 0, 0, 0, 0, 0, 0, 0, 0)`.execute(tables),
    ).rejects.toMatchObject({ code: '23502' })
  } finally {
    await tables.destroy()
    await database.drop()
  }
})
