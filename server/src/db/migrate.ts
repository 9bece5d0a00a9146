import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, runMigrations } from 'graphile-worker'
import pg from 'pg'
import { ConfigError } from '#shared/config.ts'
import { type DatabaseFunction, installFunctions, missingFunctions } from './functions.ts'
import { grantUse } from './grants.ts'
import { applyOnline, isOnline } from './online-migration.ts'

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
 * own transaction, or beside orders in none (`online-migration.ts`); then the functions of this version, and what the program's role may do with all
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
