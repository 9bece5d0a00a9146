import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '#db/embedded-postgres.ts'

/** The PostgreSQL server that a production start includes, with its settings; fsync is on. It may be killed at any moment. */
export interface SoakDatabase {
  readonly url: string
  /** The URL for Lapak's role, which owns nothing in the database. */
  readonly programUrl: string
  readonly folder: string
  /** Null while the database is down. */
  ask<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[] | null>
  /** SIGKILL for all processes at once, as on a machine out of memory; the server restarts at the same address. */
  killServer(): Promise<void>
  /** SIGKILL for one connection of Lapak; PostgreSQL then ends all other connections and recovers by itself. */
  killBackend(): Promise<void>
  stop(): Promise<void>
  remove(): Promise<void>
}

const quiet = { error: () => undefined, info: () => undefined }

export async function startSoakDatabase(): Promise<SoakDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'lapak-soak-'))
  await chmod(folder, 0o755)
  let server = await startEmbeddedPostgres({ dataDir: folder, log: quiet })
  const { url, programUrl } = server
  const port = Number(new URL(url).port)
  const pool = new pg.Pool({ connectionString: url, max: 2, application_name: 'soak', connectionTimeoutMillis: 5_000 })
  pool.on('error', () => undefined)

  async function ask<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[] | null> {
    try {
      return (await pool.query<Row>(text, values)).rows
    } catch (error) {
      // The server refuses the statement, or the connection broke. An error in the statement itself is a defect of this test.
      if (error instanceof pg.DatabaseError && !/^(57P|08|53)/.test(error.code ?? '')) throw error
      return null
    }
  }

  return {
    url,
    programUrl,
    folder,
    ask,
    async killServer() {
      const [pid] = (await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n')
      process.kill(Number(pid), 'SIGKILL')
      await server.stop()
      server = await startEmbeddedPostgres({ dataDir: folder, log: quiet, choosePort: async () => port })
    },
    async killBackend() {
      const rows = await ask<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database() and application_name <> 'soak' order by random() limit 1`,
      )
      if (rows?.[0]) process.kill(rows[0].pid, 'SIGKILL')
    },
    async stop() {
      await pool.end()
      await server.stop()
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
