import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from './database.ts'

/* Checks what an attacker in the program could do in the database. The whole suite runs as this role, so its privileges are sufficient. */

let database: TestDatabase
let owner: pg.Client
let program: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  program = new pg.Client({ connectionString: database.url })
  await Promise.all([owner.connect(), program.connect()])
})
afterAll(async () => {
  await Promise.all([owner.end(), program.end()])
  await database.drop()
})

/** The error code of the refusal; null if the statement succeeded. */
async function refusalOf(statement: string): Promise<string | null> {
  await program.query('begin')
  const refused = await program.query(statement).then(
    () => null,
    ({ code }: pg.DatabaseError) => code ?? '',
  )
  await program.query('rollback')
  return refused
}
const notAllowed = '42501'

const listOf = async (query: string): Promise<string[]> => (await owner.query<{ name: string }>(query)).rows.map(({ name }) => name)
const tables = () =>
  listOf(
    `select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)`,
  )

test('the program owns neither the database nor any object in it', async () => {
  const { rows } = await program.query(`
    select relname from pg_class where pg_has_role(relowner, 'usage')
    union all select proname from pg_proc where pg_has_role(proowner, 'usage')
    union all select nspname from pg_namespace where pg_has_role(nspowner, 'usage')
    union all select datname from pg_database where pg_has_role(datdba, 'usage')`)
  expect(rows).toEqual([])
})

test('the program cannot empty, drop or alter a table, or disable its triggers', async () => {
  const all = await tables()
  expect(all.length).toBeGreaterThan(60)
  for (const table of all)
    for (const statement of [
      `alter table ${table} disable trigger all`,
      `truncate ${table} cascade`,
      `drop table ${table} cascade`,
      `alter table ${table} add column more text`,
      `alter table ${table} disable row level security`,
      `create trigger more before insert on ${table} for each row execute function suppress_redundant_updates_trigger()`,
    ])
      expect(await refusalOf(statement), statement).toBe(notAllowed)
})

test('the program can read and insert into append-only tables, but not change them, even without their triggers', async () => {
  const kept = await listOf(
    `select distinct tgrelid::regclass::text as name from pg_trigger where tgfoid = 'refuse_change'::regproc order by 1`,
  )
  expect(kept).toEqual(expect.arrayContaining(['audit', 'audit_seal', 'entry', 'purchase_force', 'setting_change']))
  for (const table of kept) {
    expect(await refusalOf(`select from ${table}`)).toBeNull()
    const { rows } = await owner.query<{ column: string }>(
      `select column_name as column from information_schema.columns where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' and is_identity = 'NO'`,
      [table],
    )
    for (const { column } of rows)
      expect(await refusalOf(`update ${table} set ${column} = ${column}`), `${table}.${column}`).toBe(notAllowed)
    expect(await refusalOf(`delete from ${table}`), table).toBe(notAllowed)
  }
})

test.each([
  'create table mine (id int)',
  // A temporary table would hide the real table from triggers.
  'create temporary table entry (id int)',
  'create schema mine',
  'create table graphile_worker.mine (id int)',
  "create function mine() returns int language sql as 'select 1'",
  "create or replace function refuse_change() returns trigger language plpgsql as 'begin return new; end'",
  'drop function refuse_change() cascade',
  'drop trigger entry_append_only on entry',
  'set session_replication_role = replica',
  "insert into migration (name) values ('9999-mine.sql')",
  'delete from migration',
  'alter table wallet drop constraint wallet_not_negative',
  'create role mine',
  'drop schema graphile_worker cascade',
  "copy entry to program 'cat'",
  "select pg_read_file('/etc/passwd')",
])('the program cannot execute: %s', async (statement) => {
  expect(await refusalOf(statement)).toBe(notAllowed)
})

test('the functions of the program exist and belong to the owner', async () => {
  const placing = await listOf(`select proname as name from pg_proc where proname like 'place\\_orders\\_%'`)
  expect(placing).toHaveLength(1)
  expect(await refusalOf(`drop function ${placing[0]}`)).toBe(notAllowed)
})
