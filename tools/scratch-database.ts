import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareDatabase } from '../server/src/database.ts'
import { startEmbeddedPostgres } from '../server/src/db/embedded-postgres.ts'

/** Runs `work` with a new, migrated PostgreSQL database, as its owner and as the program's role. The database is removed afterwards. */
export async function withScratchDatabase<Result>(work: (ownerUrl: string, programUrl: string) => Promise<Result>): Promise<Result> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lapak-scratch-'))
  await chmod(dataDir, 0o755)
  const postgres = await startEmbeddedPostgres({ dataDir, log: console, settings: { fsync: 'off' } })
  try {
    await prepareDatabase({ databaseUrl: postgres.programUrl, databaseOwnerUrl: postgres.url })
    return await work(postgres.url, postgres.programUrl)
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
