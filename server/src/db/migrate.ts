import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, runMigrations } from 'graphile-worker'
import pg from 'pg'
import { ConfigError } from '#shared/config.ts'
import { type DatabaseFunction, installFunctions, missingFunctions } from './functions.ts'

const ours = new URL('../../migrations/', import.meta.url)

export interface MigrateOptions {
  /** Functions that the program calls. */
  functions?: readonly DatabaseFunction[]
  /** The program's role, if it is not the owner. */
  programRole?: string | null
  /** Folder of the migrations. */
  folder?: URL
}

/**
 * Migrates the database to the newest version, as its owner: SQL files in order of their names, forward only, each in its own transaction, or online
 * without a transaction (`applyOnline`); then the database functions of this version, and the privileges of the program's role. Several processes may
 * start at once; an advisory lock lets only one of them migrate at a time. Also creates the tables of the job library, so that every process can
 * enqueue jobs, whatever its role.
 */
export async function migrateDatabase(
  ownerUrl: string,
  { functions = [], programRole = null, folder = ours }: MigrateOptions = {},
): Promise<void> {
  await connected(ownerUrl, async (client) => {
    await takeTurn(client)
    await client.query('create table if not exists migration (name text primary key, applied_at timestamptz not null default now())')
    await refuseFormerChain(client)
    for (const name of await missingMigrations(client, folder)) await apply(client, name, folder)
    await runMigrations({ connectionString: ownerUrl, logger: new Logger(() => () => undefined) })
    await installFunctions(client, functions)
    if (programRole !== null) await grantUse(client, programRole)
  })
}

/** Databases from before the first release have other table names, and no migration leads to the current ones. */
async function refuseFormerChain(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(`select from migration where name = '0001-ledger.sql'`)
  if (rowCount)
    throw new ConfigError(
      'this database is of a Lapak before version 1.0; start with an empty one (of a demo: delete its folder, DATA_DIR)',
    )
}

/** Migrations and functions of this version that the database does not have. */
export const missingIn = (url: string, functions: readonly DatabaseFunction[]): Promise<string[]> =>
  connected(url, async (client) => [...(await missingMigrations(client, ours)), ...(await missingFunctions(client, functions))])

/**
 * The role of this URL, and whether the role may migrate: it must own the existing tables or, if there are no tables yet, the schema for new tables.
 */
export const roleAt = (url: string): Promise<{ role: string; owns: boolean }> =>
  connected(url, async (client) => {
    const { rows } = await client.query<{ role: string; owns: boolean }>(`
      select current_user as role, coalesce(
        (select pg_has_role(relowner, 'usage') from pg_class where oid = to_regclass('migration')),
        has_schema_privilege('public', 'create')) as owns`)
    return rows[0] ?? { role: '', owns: false }
  })

/** The migrations of this version, in order. */
export async function migrationNames(folder = ours): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
}

async function missingMigrations(client: pg.Client, folder: URL): Promise<string[]> {
  const applied = new Set(await appliedMigrations(client))
  return (await migrationNames(folder)).filter((name) => !applied.has(name))
}

export async function appliedMigrations(client: pg.Client): Promise<string[]> {
  const begun = await client.query(`select where to_regclass('migration') is not null`)
  const { rows } = begun.rowCount === 0 ? { rows: [] } : await client.query<{ name: string }>('select name from migration order by name')
  return rows.map(({ name }) => name)
}

export async function connected<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: 'lapak-migrate' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Polls for the lock instead of waiting: a concurrent index build waits for every statement that began before it, including a statement that waits
 * for a lock.
 */
async function takeTurn(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>(`select pg_try_advisory_lock(hashtext('lapak.migrate')) as mine`)
    if (rows[0]?.mine) return
    await sleep(100)
  }
}

async function apply(client: pg.Client, name: string, folder: URL) {
  const text = await readFile(new URL(name, folder), 'utf8')
  const note = () => client.query('insert into migration (name) values ($1)', [name])
  try {
    if (isOnline(name)) {
      await applyOnline(client, text)
      await note()
    } else
      await inTransaction(client, async () => {
        await client.query(text)
        await note()
      })
  } catch (error) {
    throw new Error(`migration ${name} failed: ${error instanceof Error ? error.message : error}`)
  }
}

async function inTransaction(client: pg.Client, work: () => Promise<void>) {
  try {
    await client.query('begin')
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

// — Online migration

/*
 * Migrations with names ending in `.online.sql` run during operation, statement by statement and without a transaction (ADR 0050). Each statement may
 * be interrupted at any moment and is then started again.
 */

const isOnline = (name: string): boolean => name.endsWith('.online.sql')

const builds = /^create (?:unique )?index concurrently (\w+) on /i
/** Statements that can be repeated: dropping an index if it exists, and work that commits after each batch. */
const repeatable = [builds, /^drop index concurrently if exists \w+$/i, /^do \$\$[\s\S]+\bcommit;/i]

async function applyOnline(client: pg.Client, text: string): Promise<void> {
  const statements = statementsOf(text)
  for (const statement of statements)
    if (!repeatable.some((kind) => kind.test(statement))) throw new Error(`statement is not repeatable: ${statement}`)
  for (const statement of statements) {
    const index = builds.exec(statement)?.[1]
    const state = index === undefined ? 'missing' : await stateOf(client, index)
    if (state === 'valid') continue
    // The index is left over from an interrupted build: writes maintain it, but no query reads it.
    if (state === 'broken') await client.query(`drop index concurrently ${index}`)
    await client.query(statement)
  }
}

function statementsOf(text: string): string[] {
  const code = text.replaceAll(/^\s*--.*$/gm, '')
  return (code.match(/(?:\$\$[\s\S]*?\$\$|[^;])+/g) ?? []).map((statement) => statement.trim()).filter((statement) => statement !== '')
}

async function stateOf(client: pg.Client, index: string): Promise<'missing' | 'broken' | 'valid'> {
  const { rows } = await client.query<{ valid: boolean }>(
    'select indisvalid and indisready as valid from pg_index where indexrelid = to_regclass($1)',
    [index],
  )
  if (rows[0] === undefined) return 'missing'
  return rows[0].valid ? 'valid' : 'broken'
}

// — Grants

/**
 * Privileges of a program role that does not own the database: it may read and write rows, but not change anything that enforces rules. Append-only
 * tables are protected against roles that cannot disable triggers. `owner` is a connection of the owner (ADR 0033).
 */
async function grantUse(owner: pg.Client, role: string): Promise<void> {
  const program = pg.escapeIdentifier(role)
  await owner.query('begin')
  await owner.query(`
    grant usage on schema public, graphile_worker to ${program};
    revoke create on schema public, graphile_worker from public, ${program};
    revoke all on all tables in schema public, graphile_worker from ${program};
    grant select, insert, update, delete on all tables in schema public, graphile_worker to ${program};
    revoke insert, update, delete on migration, graphile_worker.migrations from ${program};
    grant usage on all sequences in schema public, graphile_worker to ${program};`)
  // An older test of a migration ends before this function.
  const { rows } = await owner.query<{ exists: boolean }>(`select to_regprocedure('begin_timeline(boolean)') is not null as exists`)
  if (rows[0]?.exists) await owner.query(`grant execute on function begin_timeline to ${program}`)
  await refuseChanges(owner, program)
  await letSeeJobs(owner, role)
  await refuseTemporary(owner, role)
  await owner.query('commit')
}

/** Append-only tables have a trigger (0001-platform.sql) that only the owner can disable. */
async function refuseChanges(owner: pg.Client, program: string) {
  const { rows } = await owner.query<{ table: string }>(
    `select distinct tgrelid::regclass::text as table from pg_trigger where tgfoid = 'refuse_change'::regproc`,
  )
  for (const { table } of rows) await owner.query(`revoke update, delete on ${table} from ${program}`)
}

/** By default, only the owner of the job library's tables can see their rows. Creating a policy locks its table, so existing policies stay. */
async function letSeeJobs(owner: pg.Client, role: string) {
  const { rows } = await owner.query<{ table: string }>(
    `select oid::regclass::text as table from pg_class
    where relnamespace = 'graphile_worker'::regnamespace and relrowsecurity
      and not exists (select from pg_policy where polrelid = pg_class.oid and $1::regrole = any(polroles))`,
    [pg.escapeIdentifier(role)],
  )
  for (const { table } of rows)
    await owner.query(
      `create policy ${pg.escapeIdentifier(`used by ${role}`)} on ${table} to ${pg.escapeIdentifier(role)} using (true) with check (true)`,
    )
}

/**
 * A temporary table would shadow a table of ours in every statement, also in triggers. Only the owner of the database can revoke the privilege to
 * create temporary tables.
 */
async function refuseTemporary(owner: pg.Client, role: string) {
  const { rows } = await owner.query<{ database: string }>('select quote_ident(current_database()) as database')
  const revoke = `revoke temporary on database ${rows[0]?.database} from public`
  await owner.query(revoke)
  const left = await owner.query(`select where has_database_privilege($1, current_database(), 'temporary')`, [role])
  if (left.rowCount !== 0)
    throw new ConfigError(`${role} could make temporary tables in the place of real ones; run \`${revoke}\` as the owner of the database`)
}
