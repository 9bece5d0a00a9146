import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, runMigrations } from 'graphile-worker'
import pg from 'pg'
import { ConfigError } from '#shared/config.ts'
import { type DatabaseFunction, installFunctions, missingFunctions } from './functions.ts'

const ours = new URL('../../migrations/', import.meta.url)

export interface MigrateOptions {
  /** Those that the program calls. */
  functions?: readonly DatabaseFunction[]
  /** The role that the program has where it is not the owner. */
  programRole?: string | null
  /** Where the migrations are. */
  folder?: URL
}

/**
 * Brings the database up to the newest migration, as its owner: plain SQL files in order of their names, forward only, each in its
 * own transaction, or beside orders in none (`migrate.ts`); then the functions of this version, and what the program's role may do with all
 * of it. Several processes may start at once; an advisory lock lets one do the work. The tables of the job library come with it, so that every process
 * can enqueue, whichever role it has.
 */
export async function migrate(ownerUrl: string, { functions = [], programRole = null, folder = ours }: MigrateOptions = {}): Promise<void> {
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

/** Databases of before the first release have tables of other names, and no migration leads from there to here. */
async function refuseFormerChain(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(`select from migration where name = '0001-ledger.sql'`)
  if (rowCount)
    throw new ConfigError(
      'this database is of a Lapak before version 1.0; start with an empty one (of a demo: delete its folder, DATA_DIR)',
    )
}

/** What this version of the program needs and the database does not have yet. */
export const missingIn = (url: string, functions: readonly DatabaseFunction[]): Promise<string[]> =>
  connected(url, async (client) => [...(await missingMigrations(client, ours)), ...(await missingFunctions(client, functions))])

/** Who asks by this address, and whether it is the one to change the database: the owner of what is there, or of the place for it. */
export const roleAt = (url: string): Promise<{ role: string; owns: boolean }> =>
  connected(url, async (client) => {
    const { rows } = await client.query<{ role: string; owns: boolean }>(`
      select current_user as role, coalesce(
        (select pg_has_role(relowner, 'usage') from pg_class where oid = to_regclass('migration')),
        has_schema_privilege('public', 'create')) as owns`)
    return rows[0] ?? { role: '', owns: false }
  })

/** The migrations of this version of the program, in order. */
export async function migrationNames(folder = ours): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
}

async function missingMigrations(client: pg.Client, folder: URL): Promise<string[]> {
  const begun = await client.query(`select where to_regclass('migration') is not null`)
  const { rows } = begun.rowCount === 0 ? { rows: [] } : await client.query<{ name: string }>('select name from migration')
  const applied = new Set(rows.map(({ name }) => name))
  return (await migrationNames(folder)).filter((name) => !applied.has(name))
}

async function connected<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: 'lapak-migrate' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Asked for again and again: an index that is built beside orders waits for every statement that began before it, one that waits for a lock too. */
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
 * Migrations whose names end in `.online.sql` run beside orders, statement by statement and outside of a transaction (decision 0050). Each of them may be
 * broken off at any moment, and is begun again then.
 */

const isOnline = (name: string): boolean => name.endsWith('.online.sql')

const builds = /^create (?:unique )?index concurrently (\w+) on /i
/** What can be begun again: an index that is dropped if it is there, and work that ends each portion with a commit of its own. */
const repeatable = [builds, /^drop index concurrently if exists \w+$/i, /^do \$\$[\s\S]+\bcommit;/i]

async function applyOnline(client: pg.Client, text: string): Promise<void> {
  const statements = statementsOf(text)
  for (const statement of statements)
    if (!repeatable.some((kind) => kind.test(statement))) throw new Error(`it could not be begun again: ${statement}`)
  for (const statement of statements) {
    const index = builds.exec(statement)?.[1]
    const state = index === undefined ? 'missing' : await stateOf(client, index)
    if (state === 'valid') continue
    // Left by a building that was broken off: written to, and never read.
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
 * What the program may do where it does not own the database: read and write rows, and nothing that would change what they are checked by. What is
 * append-only is so for whoever may disable no trigger. `owner` is a connection of the owner; decision 0033.
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
  await refuseChanges(owner, program)
  await letSeeJobs(owner, role)
  await refuseTemporary(owner, role)
  await owner.query('commit')
}

/** Tables whose rows nobody changes say so by a trigger (0001-platform.sql), which only the owner could disable. */
async function refuseChanges(owner: pg.Client, program: string) {
  const { rows } = await owner.query<{ table: string }>(
    `select distinct tgrelid::regclass::text as table from pg_trigger where tgfoid = 'refuse_change'::regproc`,
  )
  for (const { table } of rows) await owner.query(`revoke update, delete on ${table} from ${program}`)
}

/** The job library shows its rows to their owner only. A policy locks its table, so one that is there stays. */
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

/** A temporary table would stand before one of ours in every statement, in those of triggers as well. Only who owns the database takes that away. */
async function refuseTemporary(owner: pg.Client, role: string) {
  const { rows } = await owner.query<{ database: string }>('select quote_ident(current_database()) as database')
  const revoke = `revoke temporary on database ${rows[0]?.database} from public`
  await owner.query(revoke)
  const left = await owner.query(`select where has_database_privilege($1, current_database(), 'temporary')`, [role])
  if (left.rowCount !== 0)
    throw new ConfigError(`${role} could make temporary tables in the place of real ones; run \`${revoke}\` as the owner of the database`)
}
