import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Json, startTestApp, type TestApp } from '../../../../test/app.ts'
import { runJob } from '../../../../test/run-job.ts'
import { brokenSeals, sealDays } from './seals.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp({}, ['worker'])
})
afterEach(() => app?.stop())

const wrote = async (at: string, address = '203.0.113.1') => {
  const row = { at, event: 'account.activated', address, subject_kind: 'member', subject: '1' }
  const { id } = await app.tables.insertInto('audit').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Three days with rows and two without, sealed afterwards. */
async function weekWithSeals() {
  const ids = [
    await wrote('2026-03-01T23:59:59.999+07:00'),
    await wrote('2026-03-02T00:00:00+07:00'),
    await wrote('2026-03-04T12:00:00+07:00'),
  ]
  const lines: Json[] = []
  await sealDays(app.db, { info: (line: unknown) => void lines.push(line) }, new Date('2026-03-06T01:30:00+07:00'))
  return { ids, lines }
}

const seals = () =>
  app.db.read
    .selectFrom('audit_seal')
    .select([sql<string>`day::text`.as('day'), 'rows', 'hash'])
    .orderBy('day')
    .execute()

/** Runs a statement as the owner of the tables, who can disable the triggers. */
const asOwner = (statement: string) =>
  app.tables.transaction().execute(async (tx) => {
    for (const table of ['audit', 'audit_seal']) await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx)
    await sql.raw(statement).execute(tx)
    for (const table of ['audit', 'audit_seal']) await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx)
  })

const brokenDays = async () => (await brokenSeals(app.db.read)).map(({ day }) => day)

test('every day that is over is sealed once, also without rows, and each seal is logged', async () => {
  const { lines } = await weekWithSeals()
  const storedSeals = await seals()
  expect(storedSeals.map(({ day, rows }) => [day, rows])).toEqual([
    ['2026-03-01', 1n],
    ['2026-03-02', 1n],
    ['2026-03-03', 0n],
    ['2026-03-04', 1n],
    ['2026-03-05', 0n],
  ])
  expect(lines).toMatchObject(storedSeals.map(({ day, hash }) => ({ security: true, day, hash: hash.toString('hex') })))
  await sealDays(app.db, { info: () => undefined }, new Date('2026-03-06T02:30:00+07:00'))
  expect(await seals()).toEqual(storedSeals)
  expect(await brokenDays()).toEqual([])
})

test('a job seals the days', async () => {
  await wrote(new Date(Date.now() - 2 * 86_400_000).toISOString())
  await runJob(app, 'seal-audit')
  expect((await seals())[0]).toMatchObject({ rows: 1n })
})

test('a day is not sealed in the hour after midnight, while its transactions may still be running', async () => {
  await wrote('2026-03-01T10:00:00+07:00')
  await sealDays(app.db, { info: () => undefined }, new Date('2026-03-02T00:59:00+07:00'))
  expect(await seals()).toEqual([])
})

test.each([
  ['a row is changed', (id: bigint) => `update audit set address = '198.51.100.7' where id = ${id}`, ['2026-03-02']],
  [
    'a row is moved to another day',
    (id: bigint) => `update audit set at = at + interval '1 day' where id = ${id}`,
    ['2026-03-02', '2026-03-03'],
  ],
  ['a row is taken away', (id: bigint) => `delete from audit where id = ${id}`, ['2026-03-02']],
  [
    'a row is put in later',
    () => `insert into audit (at, event, address, subject_kind, subject) values ('2026-03-03 12:00+07', 'x', '', 'member', '1')`,
    ['2026-03-03'],
  ],
  ['the first seals are taken away', () => `delete from audit_seal where day < '2026-03-03'`, ['2026-03-03', '2026-03-03']],
  [
    'a row is put before the first seal',
    () => `insert into audit (at, event, address, subject_kind, subject) values ('2026-02-01 12:00+07', 'x', '', 'member', '1')`,
    ['2026-03-01'],
  ],
  ['a seal is taken away', () => `delete from audit_seal where day = '2026-03-03'`, ['2026-03-04']],
])('the check reports the affected days when %s', async (_, statement, days) => {
  const { ids } = await weekWithSeals()
  await asOwner(statement(ids[1] ?? 0n))
  expect(await brokenDays()).toEqual(days)
})

test('npm run audit:check reports the changed days', async () => {
  const { ids } = await weekWithSeals()
  const check = () => {
    const script = join(import.meta.dirname, '../../../commands/audit-check.ts')
    const { status, stdout } = spawnSync(process.execPath, [script], {
      env: { ...process.env, DATABASE_URL: app.databaseUrl },
      encoding: 'utf8',
    })
    return { status, stdout }
  }
  expect(check()).toEqual({ status: 0, stdout: 'The audit holds: every sealed day is as it was sealed.\n' })
  await asOwner(`delete from audit where id = ${ids[0]}`)
  expect(check()).toEqual({ status: 1, stdout: 'BROKEN  2026-03-01: 0 rows are there, 1 others were sealed\n' })
})

test('the program cannot change a seal', async () => {
  await weekWithSeals()
  for (const statement of ['update audit_seal set rows = 2', 'delete from audit_seal', 'truncate audit_seal'])
    await expect(sql.raw(statement).execute(app.tables)).rejects.toMatchObject({ constraint: 'append_only' })
})
