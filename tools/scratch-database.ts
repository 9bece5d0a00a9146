import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../server/src/db/embedded-postgres.ts'
import { migrateDatabase } from '../server/src/db/migrate.ts'

/** Runs `work` with a new, migrated PostgreSQL database, which is removed afterwards. */
export async function withScratchDatabase<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lapak-scratch-'))
  await chmod(dataDir, 0o755)
  const postgres = await startEmbeddedPostgres({ dataDir, log: console, settings: { fsync: 'off' } })
  try {
    await migrateDatabase(postgres.url)
    return await work(postgres.url)
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
