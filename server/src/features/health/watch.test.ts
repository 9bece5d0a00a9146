import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { runJob } from '../../../test/run-job.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app?.stop())

const rows = 100_000
const grown = ['attempt', 'purchase_alert', 'outbox', 'delivery']

/** How many rows of each table were read one after the other, since the start. */
async function readThrough(): Promise<number> {
  const { rows } = await sql<{ read: bigint }>`
    select sum(seq_tup_read)::bigint as read from pg_stat_user_tables where relname = any(${grown})`.execute(app.tables)
  return Number(rows[0]?.read)
}

const settled = async () => {
  // Processes tell their counts within a second.
  await new Promise((resolve) => setTimeout(resolve, 1500))
  return readThrough()
}

test('a look reads what is open and not what was, on tables that were analysed while they were empty', async () => {
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
  const before = await settled()
  for (let looks = 0; looks < 3; looks += 1) await runJob(app, 'watch-health')
  expect((await settled()) - before).toBeLessThan(rows / 10)
})
