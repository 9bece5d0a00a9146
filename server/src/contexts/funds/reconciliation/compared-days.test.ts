import { differencesMax } from '@lapak/contract/funds/reconciliation'
import { createBank } from '@lapak/simulators/bank'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jakartaDayOf } from '#shared/clock.ts'
import { type Json, startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'
import { rowsLookedAt } from '../../../../test/bank-instance.ts'
import { deposit } from '../../../../test/money.ts'
import { withinOneDay } from '../../../../test/one-day.ts'
import { runJob } from '../../../../test/run-job.ts'

await withinOneDay()

const secret = 'rahasia-mutasi-untuk-uji-saja'
const account = '9990009999'
const dayMs = 86_400_000
const at = (days: number) => new Date(Date.now() - days * dayMs)
const daysAgo = (days: number) => jakartaDayOf(at(days))

let app: TestApp
let admin: TestMember

beforeAll(async () => {
  app = await startTestApp({ BANKFEED_SECRET: secret })
  admin = await app.member({ name: 'Ayu', roles: ['ROLE_ADMIN'] })
  await app.setting('reconciliation.waitDays', 0)
  await app.tables.updateTable('payment_method').set({ account_no: account }).where('channel', '=', 'transfer').execute()
})

afterAll(() => app?.stop())

async function arrives(code: string, amount: number, days: number) {
  const bank = createBank({ url: app.url, secret, code, account, opening: 0, name: `${code}-${amount}` })
  bank.move(amount, `BARIS ${amount}`, at(days))
  await bank.deliver()
  await rowsLookedAt(app)
}

const change = (text: string) => sql.raw(text).execute(app.tables)

/** Moves all times of a table back by so many hours. */
async function hoursPass(table: string, column: string, hours: number) {
  await app.tables.transaction().execute(async (tx) => {
    await sql.raw(`alter table ${table} disable trigger user`).execute(tx)
    await sql.raw(`update ${table} set ${column} = ${column} - interval '${hours} hours'`).execute(tx)
    await sql.raw(`alter table ${table} enable trigger user`).execute(tx)
  })
}

async function found(query: string): Promise<Json[]> {
  const path = `/api/admin/v1/reconciliation/differences?kind=not_in_books&sort=hari,ASC&${query}`
  return (await app.call('GET', path, { token: admin.token })).body.data.content
}

async function bankDay(code: string, days: number): Promise<Json> {
  const path = `/api/admin/v1/reconciliation/banks?bankcode=${code}&awal=${daysAgo(days)}&akhir=${daysAgo(days)}`
  return (await app.call('GET', path, { token: admin.token })).body.data.content[0]
}

test('a day before the first comparison is not reported as compared', async () => {
  await app.db.transaction((tx) => deposit(tx, admin.id, 50_000n, { bank: '02', how: 'admin' }))
  await hoursPass('entry', 'at', 40 * 24)
  await runJob(app, 'reconcile-banks')
  expect(await bankDay('02', 40)).toMatchObject({ masukbuku: 50_000, terbuka: 0, diperiksa: false })
})

async function runsOnceInVain() {
  const { rows } = await sql<Json>`select id from graphile_worker.add_job('reconcile-banks', max_attempts => 1)`.execute(app.tables)
  const error = async () => {
    const { rows: jobs } = await sql<Json>`
      select last_error from graphile_worker._private_jobs where id = ${rows[0]?.id}`.execute(app.tables)
    return jobs[0]?.last_error
  }
  await expect.poll(error).toMatch(/1 of \d+ days could not be reconciled/)
}

test('a day whose comparison failed is not reported as compared, and the next run compares it', async () => {
  await hoursPass('reconciliation_run', 'began_at', 10)
  await arrives('05', 4_000, 40)
  await arrives('05', 3_000, 35)
  await change(`
    create function fails() returns trigger language plpgsql as $$ begin raise exception 'this day fails'; end $$;
    create trigger fails before insert on reconciliation_difference for each row when (new.day = '${daysAgo(40)}') execute function fails()`)
  await runsOnceInVain()
  await change('drop function fails cascade')
  expect(await bankDay('05', 40)).toMatchObject({ masukbank: 4_000, diperiksa: false })
  expect(await bankDay('05', 35)).toMatchObject({ masukbank: 3_000, diperiksa: true })
  await hoursPass('bank_statement', 'created_at', 3)
  await runJob(app, 'reconcile-banks')
  expect(await found('bankcode=05')).toMatchObject([
    { hari: daysAgo(40), theirs: 4_000 },
    { hari: daysAgo(35), theirs: 3_000 },
  ])
  expect(await bankDay('05', 40)).toMatchObject({ diperiksa: true })
})

test('a day is not reported as compared if one of its rows came after the comparison', async () => {
  await arrives('05', 2_000, 35)
  expect(await bankDay('05', 35)).toMatchObject({ masukbank: 5_000, diperiksa: false })
  await runJob(app, 'reconcile-banks')
  expect(await bankDay('05', 35)).toMatchObject({ diperiksa: true })
})

test('rows of an old day that come during a long reconciliation are compared by the next one', async () => {
  // Today is not over yet, so its rows are not compared.
  await arrives('04', -7_000, 0)
  const client = new pg.Client({ connectionString: app.databaseUrl })
  await client.connect()
  await client.query('begin')
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`reconciliation of bank 01 ${daysAgo(1)}`])
  const run = runJob(app, 'reconcile-banks')
  const waits = async () => {
    const { rows } = await sql`select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(app.tables)
    return rows.length
  }
  await expect.poll(waits).toBe(1)
  await client.query(
    `update bank_statement set happened_at = happened_at - interval '30 days', created_at = clock_timestamp() where amount = -7000`,
  )
  await client.query('commit')
  await client.end()
  await run
  await hoursPass('bank_statement', 'created_at', 3)
  await hoursPass('reconciliation_run', 'began_at', 3)
  await runJob(app, 'reconcile-banks')
  expect(await found('bankcode=04')).toMatchObject([{ hari: daysAgo(30), theirs: -7_000 }])
})

test('differences of a day beyond the maximum number are counted until they can be listed', async () => {
  await sql`
    insert into bank_statement (bank_code, account_no, happened_at, has_time, amount, description, reff, source, fingerprint, nth, why)
    select '04', ${account}, ${at(50)}, true, -n, 'KELUAR ' || n, '', 'bca', sha256(n::text::bytea), 1, 'Belum dikenal'
    from generate_series(1, ${differencesMax + 3}::integer) n`.execute(app.tables)
  await runJob(app, 'reconcile-banks')
  expect(await bankDay('04', 50)).toMatchObject({ baris: differencesMax + 3, terbuka: differencesMax, belumdidaftar: 3 })

  await sql`update bank_statement set explained = 'noted', explained_at = now() where description in ('KELUAR 1', 'KELUAR 2')`.execute(
    app.tables,
  )
  await runJob(app, 'reconcile-banks')
  expect(await bankDay('04', 50)).toMatchObject({ terbuka: differencesMax + 2, belumdidaftar: 1 })
})

test('rows of a day whose feed says another sum are counted beyond the maximum number too', async () => {
  await sql`
    with row as (
      insert into bank_statement (bank_code, account_no, happened_at, has_time, amount, description, reff, source, fingerprint, nth, why, explained, explained_at)
      select '04', ${account}, ${at(51)}, true, -n, 'DIRALAT ' || n, '', 'bca', sha256(('diralat' || n)::bytea), 1, 'Biaya', 'noted', now()
      from generate_series(1, ${differencesMax + 3}::integer) n
      returning id, amount, happened_at
    )
    insert into statement_change (statement_id, feed, amount, happened_at, has_time) select id, 'feed', amount - 1, happened_at, true from row`.execute(
    app.tables,
  )
  await runJob(app, 'reconcile-banks')
  expect(await bankDay('04', 51)).toMatchObject({ baris: differencesMax + 3, terbuka: differencesMax, belumdidaftar: 3 })
})
