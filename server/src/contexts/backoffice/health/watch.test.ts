import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSettings } from '#contexts/system/settings/settings.ts'
import { readConfig } from '#shared/config.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { healthNow } from './watch.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app?.stop())

const rows = 100_000
const grown = ['attempt', 'purchase_alert', 'outbox', 'delivery']

/** The number of rows that a health check reads from these tables by sequential scans, as PostgreSQL counts them for the transaction. */
const readThrough = () =>
  app.tables.transaction().execute(async (read) => {
    await healthNow({ ...deps(), db: { ...app.db, read } }, new Date())
    const { rows } = await sql<{ read: bigint }>`
      select sum(seq_tup_read)::bigint as read from pg_stat_xact_user_tables where relname = any(${grown})`.execute(read)
    return Number(rows[0]?.read)
  })

const config = readConfig({ NODE_ENV: 'test' })
const deps = () => ({ db: app.db, config, settings: createSettings(config), gateway: null, sandbox: null, disbursement: null })

test('a health check reads only open rows, even if the tables were analysed while they were empty', async () => {
  const member = await app.member()
  await sql`analyze`.execute(app.tables)
  for (const table of grown) await sql`alter table ${sql.table(table)} set (autovacuum_enabled = off)`.execute(app.tables)
  await sql`
    insert into attempt (id, purchase_id, seller_id, offer_id, price, number, state)
    select n, n, 1, 1, 1000, 1, 4 from generate_series(1, ${rows}::integer) n`.execute(app.tables)
  await sql`
    insert into purchase_alert (purchase_id, attempt_id, kind, message, resolved_at)
    select n, n, 'contradiction', 'x', now() from generate_series(1, ${rows}::integer) n`.execute(app.tables)
  await sql`
    insert into outbox (carrier, destination, subject, state, created_at, sent_at)
    select 'mail', 'x@contoh.test', 'x', 'sent', now() - interval '2 days', now() - interval '2 days' from generate_series(1, ${rows}::integer)`.execute(
    app.tables,
  )
  await sql`
    insert into delivery (member_id, event, url, body, state, due_at, first_due_at)
    select ${member.id}, 'purchase', 'https://toko.test/', '{}', 1, now() - interval '2 days', now() - interval '2 days'
    from generate_series(1, ${rows}::integer)`.execute(app.tables)
  expect(await readThrough()).toBe(0)
  // Without this index the table is read by a sequential scan, so the counter works.
  await sql`drop index outbox_recent`.execute(app.tables)
  expect(await readThrough()).toBeGreaterThan(0)
})
