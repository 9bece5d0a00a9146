import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { differencesAt } from '#database.ts'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { onServer } from '../../test/database-server.ts'
import { compareCatalogs } from './catalog.ts'

let database: TestDatabase

beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())

function schemaCheck(url: string) {
  const program = join(import.meta.dirname, '../commands/schema-check.ts')
  const { status, stdout, stderr } = spawnSync(process.execPath, [program], {
    env: { ...process.env, DATABASE_URL: url },
    encoding: 'utf8',
  })
  return { status, lines: (stdout + stderr).trim().split('\n') }
}

test('the comparison accepts a migrated database, for the role of the program and for the owner', async () => {
  expect(await differencesAt(database.url)).toEqual([])
  expect(await differencesAt(database.ownerUrl)).toEqual([])
})

test('the comparison reports each kind of difference in one line', async () => {
  const role = new URL(database.url).username
  await onServer(
    database.ownerUrl,
    `alter table member alter column name drop not null;
    alter table audit disable trigger all;
    drop index purchase_alert_attempt;
    alter table wallet add column note text;
    alter table entry add constraint not_free check (amount <> 0) not valid;
    create or replace function refuse_change() returns trigger language plpgsql as 'begin return new; end';
    grant delete on audit to ${role}`,
  )
  const source = '[0-9a-f]{32}'
  expect(await differencesAt(database.url)).toEqual([
    'differs: column member.name: text; this version needs text not null',
    expect.stringMatching(`^differs: function refuse_change\\(\\): source ${source}; this version needs source ${source}$`),
    'missing: index purchase_alert_attempt: CREATE INDEX purchase_alert_attempt ON public.purchase_alert USING btree (attempt_id, kind)',
    'differs: privileges on audit: delete, insert, select; this version needs insert, select',
    expect.stringMatching(/^differs: trigger audit\.audit_append_only: CREATE TRIGGER .* disabled; this version needs CREATE TRIGGER /),
    'not of this version: column wallet.note: text',
    'not of this version: constraint entry.not_free: CHECK ((amount <> 0)) NOT VALID',
  ])
})

test('the comparison reports the migrations that an older database lacks', async () => {
  const empty = await createEmptyDatabase()
  try {
    expect(await differencesAt(empty.ownerUrl)).toContain('missing: 0001-platform.sql')
  } finally {
    await empty.drop()
  }
})

test('the comparison accepts extensions that an operator added', () => {
  expect(compareCatalogs(['extension pg_trgm: installed'], ['extension pg_trgm: installed', 'extension other: installed'])).toEqual([])
  expect(compareCatalogs(['extension pg_trgm: installed'], [])).toEqual(['missing: extension pg_trgm: installed'])
})

test('schema:check exits with code 1 when the database is of a newer version', async () => {
  await onServer(database.ownerUrl, `insert into migration (name) values ('9999-later.sql')`)
  expect(schemaCheck(database.url)).toEqual({ status: 1, lines: ['of a newer Lapak: 9999-later.sql'] })
})

test('schema:check exits with code 2 when it cannot read the database', () => {
  const url = new URL(database.url)
  url.pathname = '/lapak_gone'
  expect(schemaCheck(url.href)).toMatchObject({ status: 2, lines: [expect.stringContaining('cannot read the database')] })
})
