/*
 * npm run restore:drill -- [--key <file>]: restores the newest backup into a temporary folder, checks its books and its audit, and deletes the copy.
 * Nothing is sent: Lapak does not start over the copy. The result is stored in the database in use, for /kesehatan. Exit code 2 if it fails.
 */
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { restoreCopy } from '#contexts/backoffice/backups/restore.ts'
import { recordRun } from '#contexts/backoffice/backups/runs.ts'
import { BackupError, openTarget } from '#contexts/backoffice/backups/target.ts'
import { openDatabase } from '#db/db.ts'
import { embeddedAt } from '#db/embedded-postgres.ts'
import { type Config, readConfig } from '#shared/config.ts'
import { createLog } from '#shared/log.ts'
import { faultsOf } from './copy-checks.ts'
import { databaseInUse, readIdentity, runCommand } from './operator-command.ts'

const prefix = 'lapak-drill-'
const leftoverAfterMs = 2 * 24 * 3_600_000

/** Beside the database, which is on a disk that has room for it, and where the user that runs PostgreSQL can reach it. */
async function placeFor({ dataDir }: Config, url: string | null): Promise<string> {
  const embedded = url === null ? null : await embeddedAt(dataDir, url)
  return embedded === null ? tmpdir() : dirname(embedded.folder)
}

/** Of drills that were killed. */
async function removeLeftovers(place: string): Promise<void> {
  for (const name of (await readdir(place)).filter((one) => one.startsWith(prefix))) {
    const { mtimeMs } = await stat(join(place, name)).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > leftoverAfterMs) await rm(join(place, name), { recursive: true, force: true })
  }
}

async function drill(config: Config, place: string, keyFile: string): Promise<{ backup: string; bytes: number }> {
  await removeLeftovers(place)
  const parent = await mkdtemp(join(place, prefix))
  // The user that runs PostgreSQL passes through.
  await chmod(parent, 0o711)
  try {
    const copy = await restoreCopy({
      store: openTarget(config),
      secretKeys: [config.secretKey, ...config.formerSecretKeys],
      identity: await readIdentity(keyFile),
      to: 'archive',
      name: null,
      timeline: null,
      folder: parent,
      onStep: (step) => console.log(`… ${step}`),
    })
    const faults = await faultsOf(copy.url).finally(() => copy.stop())
    for (const line of faults) console.log(line)
    if (faults.length > 0) throw new BackupError(`backup ${copy.manifest.name}: ${faults.length} checks failed; ${faults[0]}`)
    console.log(`Backup ${copy.manifest.name} was restored; its books and its audit hold.`)
    return { backup: copy.manifest.name, bytes: copy.manifest.storedBytes }
  } finally {
    await rm(parent, { recursive: true, force: true })
  }
}

await runCommand('restore:drill', async () => {
  const { values } = parseArgs({ options: { key: { type: 'string' } } })
  const config = readConfig()
  const url = await databaseInUse(config)
  const runDrill = async () => drill(config, await placeFor(config, url), values.key ?? config.backup.keyFile)
  if (url === null) {
    await runDrill()
    console.log('No Lapak runs here, so the result is not stored.')
    return 0
  }
  const db = await openDatabase({ url, pool: 2, log: createLog('error') })
  try {
    await recordRun(db, 'drill', runDrill)
  } finally {
    await db.close()
  }
  return 0
})
