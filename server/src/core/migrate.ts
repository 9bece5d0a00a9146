import { readdir, readFile } from 'node:fs/promises'
import { Logger, runMigrations } from 'graphile-worker'
import pg from 'pg'

const folder = new URL('../../migrations/', import.meta.url)

/**
 * Brings the database up to the newest migration: plain SQL files in order of their names, forward only, each in its own
 * transaction. Several processes may start at once; an advisory lock lets one do the work. The tables of the job library
 * come with it, so that every process can enqueue, whichever role it has.
 */
export async function migrate(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'lapak-migrate' })
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(hashtext('lapak.migrate'))`)
    await client.query('create table if not exists migration (name text primary key, applied_at timestamptz not null default now())')
    const applied = new Set((await client.query<{ name: string }>('select name from migration')).rows.map((row) => row.name))
    const fresh = (await migrationNames()).filter((name) => !applied.has(name))
    for (const name of fresh) await apply(client, name)
    await runMigrations({ connectionString: url, logger: new Logger(() => () => undefined) })
    return fresh
  } finally {
    await client.end()
  }
}

/** The migrations of this version of the program, in order. */
export async function migrationNames(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
}

async function apply(client: pg.Client, name: string) {
  const text = await readFile(new URL(name, folder), 'utf8')
  try {
    await client.query('begin')
    await client.query(text)
    await client.query('insert into migration (name) values ($1)', [name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`migration ${name} failed: ${error instanceof Error ? error.message : error}`)
  }
}
