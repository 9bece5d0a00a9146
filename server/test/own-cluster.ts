import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { prepareDatabase } from '../src/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/db/embedded-postgres.ts'
import type { TestDatabase } from './database.ts'

const run = promisify(execFile)

/** A database in a PostgreSQL server of its own, which can be set back to an earlier state. Its address never changes. */
export interface OwnCluster {
  database: TestDatabase
  /** An online backup, without the WAL that is written after it. */
  backUp(): Promise<void>
  /** Sets the server back to the last backup, as a restore does: PostgreSQL promotes it to a new timeline. */
  restore(): Promise<void>
  /** Stops and starts the server. */
  restart(): Promise<void>
  /** Sets the server back to the last backup, as a snapshot of the disk does: the timeline stays the same. */
  putBackDisk(): Promise<void>
}

/** The data is deleted after the test. `restore_command` finds no more WAL than is in the backup, and nobody connects before the promotion. */
const settings = { fsync: 'off', shared_buffers: '32MB', restore_command: 'false', hot_standby: 'off', autovacuum: 'off' }

/** `within` is the folder of its data. */
export async function startOwnCluster(within = tmpdir()): Promise<OwnCluster> {
  const dataDir = await mkdtemp(join(within, 'lapak-cluster-'))
  await chmod(dataDir, 0o755)
  const [data, copy] = [join(dataDir, 'postgres'), join(dataDir, 'backup')]
  let port: number | undefined
  const log = { error: () => undefined, info: () => undefined }
  const start = () =>
    startEmbeddedPostgres({ dataDir, log, settings, ...(port !== undefined && { choosePort: () => Promise.resolve(port ?? 0) }) })
  let server: EmbeddedPostgres = await start()
  const { url, programUrl } = server
  port = Number(new URL(url).port)
  await prepareDatabase({ databaseUrl: programUrl, databaseOwnerUrl: url })

  /** Written for the user that runs PostgreSQL, which also renames and deletes these files. */
  async function writeOwned(path: string, text: string) {
    await writeFile(path, text)
    await run('chown', ['--reference', data, path])
  }

  async function startCopy(signals: readonly string[]) {
    await server.stop()
    await rm(data, { recursive: true })
    await run('cp', ['-a', copy, data])
    for (const name of signals) await writeOwned(join(data, name), '')
    server = await start()
  }

  return {
    database: {
      url: programUrl,
      ownerUrl: url,
      async drop() {
        await server.stop()
        await rm(dataDir, { recursive: true, force: true })
      },
    },
    async backUp() {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      await client.query(`select pg_backup_start('test', fast => true)`)
      await rm(copy, { recursive: true, force: true })
      await run('cp', ['-a', data, copy])
      const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(wait_for_archive => false)')
      await client.end()
      // The WAL until the end of the backup.
      await run('cp', ['-a', '--remove-destination', join(data, 'pg_wal'), copy])
      await writeOwned(join(copy, 'backup_label'), rows[0]?.labelfile ?? '')
      await rm(join(copy, 'postmaster.pid'))
    },
    async restart() {
      await server.stop()
      server = await start()
    },
    restore: () => startCopy(['recovery.signal']),
    putBackDisk: () => startCopy([]),
  }
}
