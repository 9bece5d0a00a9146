import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from '#db/migrate.ts'
import type { DB } from '#db/schema.ts'
import { createEmptyDatabase, openTables, type TestDatabase } from '../../../test/database.ts'
import { aDayAfter, migrateUpTo } from '../../../test/migrations.ts'
import { breachesIn } from './verification.ts'

/** What versions before the audit knew of it did with money, on an installation that came with it to this version. */
let database: TestDatabase
let tables: Kysely<DB>

beforeEach(async () => {
  database = await createEmptyDatabase()
  tables = openTables(database.ownerUrl)
  await migrateUpTo(database.ownerUrl, '0040')
  await sql`insert into member (name, email, password_hash, status) values ('Lama', 'lama@lapak.test', '-', 2), ('Diblokir', 'blokir@lapak.test', '-', 0)`.execute(
    tables,
  )
  await sql`insert into wallet (member_id, balance) values (1, 700), (2, 0)`.execute(tables)
  await adjust(901, 700)
})
afterEach(async () => {
  await tables?.destroy()
  await database?.drop()
})

/** As it was booked then: by nobody who is named. */
async function adjust(id: number, amount: number, at = sql`now()`) {
  await sql`insert into adjustment (id, member_id, amount, reason, created_at) values (${id}, 1, ${amount}, 'Saldo lama', ${at})`.execute(
    tables,
  )
  await sql`
    insert into entry (set_id, leg, account_id, amount, balance_after, event, reference, at)
    select set_id, leg, account_id, amount, case when account_id > 0 then amount + coalesce(had, 0) end, 'adjustment.booked', ${id}, ${at}
    from (select nextval('entry_set_id') as set_id, (select sum(amount) from entry where account_id = 1) as had) fresh,
      (values (1, 1::bigint, ${amount}::bigint), (2, -6, -${amount}::bigint)) leg(leg, account_id, amount)`.execute(tables)
}

/** The word of a person about a purchase, as it was written down before the audit knew of such words, or beside it. */
const forced = (purchase: number, from: number, to: number, at = sql`now()`) =>
  sql`insert into purchase_force (purchase_id, member_id, from_state, to_state, at) values (${purchase}, 1, ${from}, ${to}, ${at})`.execute(
    tables,
  )
const audited = (purchase: number, from: number, to: number) =>
  sql`
    insert into audit (event, actor_id, address, subject_kind, subject, before, after)
    values ('purchase.forced', 1, '-', 'purchase', ${String(purchase)}, ${{ status: from }}, ${{ status: to }})`.execute(tables)

const found = () => tables.transaction().execute((tx) => breachesIn(tx))
const rules = async () => (await found()).map(({ rule }) => rule)

test('ledger:check reports nothing of what was booked, or blocked, before the audit knew of it', async () => {
  await migrate(database.ownerUrl)
  expect(await found()).toEqual([])
})

test('ledger:check reports an adjustment that is made up with the date of an old one', async () => {
  await migrate(database.ownerUrl)
  await sql`update wallet set balance = 1500 where member_id = 1`.execute(tables)
  await adjust(902, 800, sql`(select created_at from adjustment where id = 901)`)
  expect(await rules()).toEqual([
    'what was done with money stands in the audit, by who did it and of that sum',
    'a balance is adjusted by two administrators, and a second one agreed to what is said to be of two',
  ])
})

test('ledger:check reports an old adjustment that is made larger with its entries, or is gone', async () => {
  await migrate(database.ownerUrl)
  await sql.raw('alter table adjustment disable trigger user; alter table entry disable trigger user').execute(tables)
  await sql`update adjustment set amount = 800`.execute(tables)
  await sql`update entry set amount = sign(amount) * 800, balance_after = case when account_id > 0 then 800 end`.execute(tables)
  await sql`update wallet set balance = 800 where member_id = 1`.execute(tables)
  expect(await rules()).toEqual(['what was done with money stands in the audit, by who did it and of that sum'])
  await sql.raw('delete from adjustment; delete from entry; update wallet set balance = 0').execute(tables)
  expect(await rules()).toEqual(['what the audit tells of money has its row'])
})

const inAudit = 'what was done with money stands in the audit, by who did it and of that sum'

test('a debt that a process of the version before settles stands in the audit, for a day after the migration', async () => {
  await migrate(database.ownerUrl)
  await sql`insert into debt_settlement (seller_id, amount, cause) values (1, 50, 'cash_out')`.execute(tables)
  expect(await rules()).not.toContain(inAudit)
  await aDayAfter(tables)
  expect(await rules()).not.toContain(inAudit)
  await sql`insert into debt_settlement (seller_id, amount, cause) values (1, 51, 'cash_out')`.execute(tables)
  expect(await rules()).toContain(inAudit)
})

test('a purchase that was forced before the audit knew of it, and refunded afterwards, stands in the audit with both', async () => {
  await forced(801, 0, 1, sql`(select min(applied_at) - interval '1 day' from migration)`)
  await forced(801, 1, 2)
  await audited(801, 1, 2)
  await migrate(database.ownerUrl)
  expect(await rules()).not.toContain(inAudit)
})

test('a purchase that was forced while the audit did not tell of it yet stands in the audit', async () => {
  await sql`update migration set applied_at = applied_at - interval '3 days' where name < '0025'`.execute(tables)
  await forced(802, 0, 1, sql`now() - interval '2 days'`)
  await migrate(database.ownerUrl)
  expect(await rules()).not.toContain(inAudit)
})

test('a debt that is settled while the migration runs stands in the audit, whenever it is committed', async () => {
  await migrateUpTo(database.ownerUrl, '0140')
  let migrated: Promise<void> | undefined
  await tables.transaction().execute(async (old) => {
    await sql`insert into debt_settlement (seller_id, amount, cause) values (1, 52, 'cash_out')`.execute(old)
    migrated = migrate(database.ownerUrl)
    // It waits for the settlement by now, and has read those that were there.
    await expect
      .poll(
        async () =>
          (await sql`select from pg_locks where not granted and relation = 'debt_settlement'::regclass`.execute(tables)).rows.length,
      )
      .toBe(1)
  })
  await migrated
  expect(await rules()).not.toContain(inAudit)
})
