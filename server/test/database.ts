import { randomBytes } from 'node:crypto'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import type { DB } from '#db/schema.ts'
import { databaseUrl, onServer } from './database-server.ts'

export interface TestDatabase {
  /** Connects as the program's role, which owns nothing. */
  url: string
  ownerUrl: string
  /** Waits at most `maxWaitMs` for connections to be closed. */
  drop(maxWaitMs?: number): Promise<void>
}

/** A new migrated, empty database, copied in some tens of milliseconds from the run's template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { server, template } = inject('database')
  const database = await createDatabase(`template ${pg.escapeIdentifier(template)} strategy file_copy`)
  await beginHistory(database.ownerUrl)
  // The only privilege that is not part of the copied template.
  await onServer(server, `revoke temporary on database ${pg.escapeIdentifier(new URL(database.url).pathname.slice(1))} from public`)
  return database
}

/** A copied database has another OID than its template, which would be taken for a restore. */
async function beginHistory(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'lapak-test' })
  await client.connect()
  try {
    await client.query(`
      insert into database_timeline (system_identifier, database_oid, timeline, ids_skipped)
      select system_identifier, (select oid from pg_database where datname = current_database()), current_timeline(), 0 from pg_control_system()`)
  } finally {
    await client.end()
  }
}

/** A database without tables. */
export const createEmptyDatabase = (): Promise<TestDatabase> => createDatabase('')

async function createDatabase(how: string): Promise<TestDatabase> {
  const { server, program } = inject('database')
  const name = `lapak_test_${process.pid}_${randomBytes(4).toString('hex')}`
  await onServer(server, `create database ${pg.escapeIdentifier(name)} ${how}`)
  return {
    url: databaseUrl(server, name, program),
    ownerUrl: databaseUrl(server, name),
    drop: (maxWaitMs = 60_000) => dropWhenQuiet(server, name, maxWaitMs),
  }
}

/** The tables without the restrictions of the program's own connections (db/db.ts). */
export function openTables(url: string): Kysely<DB> {
  const pool = new pg.Pool({ connectionString: url, max: 4, application_name: 'lapak-test-tables' })
  // Tests break connections on purpose; an idle one without an error listener would end the run.
  pool.on('error', () => undefined)
  return new Kysely({ dialect: new PostgresDialect({ pool }) })
}

/**
 * Closed connections take a moment to disappear. Forcing them off would cause an unhandled error, and would hide a connection that was never closed;
 * so connections that stay open are reported instead.
 */
async function dropWhenQuiet(server: string, name: string, maxWaitMs: number): Promise<void> {
  const client = new pg.Client({ connectionString: server, application_name: 'lapak-test' })
  await client.connect()
  try {
    const until = Date.now() + maxWaitMs
    for (;;) {
      const { rows } = await client.query<{ application_name: string }>(
        'select application_name from pg_stat_activity where datname = $1',
        [name],
      )
      if (rows.length === 0) break
      if (Date.now() > until)
        throw new Error(`still connected to ${name}: ${rows.map((row) => row.application_name || 'unnamed').join(', ')}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    await client.query(`drop database if exists ${pg.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}
