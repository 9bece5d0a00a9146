/*
 * npm run backup: an online backup of the database and the pictures, which is read back before it counts. The place and the key are settings
 * (BACKUP_…). Uses the database of the Lapak that runs over DATA_DIR. Exit code 2 if no backup was made.
 * `npm run backup -- --new-key <file>` writes a new private key of age to the file, and prints its public key.
 */
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { listBackups } from '#contexts/backoffice/backups/manifest.ts'
import { purgeBackups } from '#contexts/backoffice/backups/retention.ts'
import { recordRun } from '#contexts/backoffice/backups/runs.ts'
import { takeBackup } from '#contexts/backoffice/backups/take.ts'
import { BackupError, openTarget } from '#contexts/backoffice/backups/target.ts'
import { openDatabase } from '#db/db.ts'
import { embeddedAt } from '#db/embedded-postgres.ts'
import { type Config, readConfig } from '#shared/config.ts'
import { createLog } from '#shared/log.ts'
import { databaseInUse, runCommand } from './operator-command.ts'

await runCommand('backup', async () => {
  const { values } = parseArgs({ options: { 'new-key': { type: 'string' } } })
  const keyFile = values['new-key']
  if (keyFile !== undefined) return makeKey(keyFile)
  const config = readConfig()
  const url = await databaseInUse(config)
  if (url === null) throw new BackupError(`no Lapak runs over ${config.dataDir}; start it first, a backup is made while it runs`)
  const db = await openDatabase({ url, pool: 2, log: createLog('error') })
  try {
    await recordRun(db, 'backup', () => backUp(config, url))
  } finally {
    await db.close()
  }
  return 0
})

/** Never over an existing file, which may be the only key of older backups. */
async function makeKey(file: string): Promise<0> {
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  await writeFile(file, `# public key: ${recipient}\n${identity}\n`, { flag: 'wx', mode: 0o600 })
  console.log(`BACKUP_RECIPIENT=${recipient}`)
  console.log(`The private key is in ${file}. Keep a copy elsewhere: without it, no backup can be restored.`)
  return 0
}

async function backUp(config: Config, url: string): Promise<{ backup: string; bytes: number }> {
  const store = openTarget(config)
  const postgres = await embeddedAt(config.dataDir, url)
  if (postgres === null)
    throw new BackupError(
      `the database is not the one that Lapak brings along: back it up by tools of PostgreSQL, such as pgBackRest, and say so in BACKUP_ELSEWHERE (docs/running/backup.md)`,
    )
  const { recipient, keepDays } = config.backup
  const secretKeys = [config.secretKey, ...config.formerSecretKeys]
  const manifest = await takeBackup({
    store,
    recipient,
    secretKeys,
    dataDir: config.dataDir,
    hasPictures: config.s3 === null,
    postgres,
  })
  const deleted = await purge(store, secretKeys, keepDays)
  const seconds = Math.round((manifest.stoppedAt.getTime() - manifest.startedAt.getTime()) / 1000)
  console.log(`Backup ${manifest.name}: ${Math.ceil(manifest.storedBytes / 1024 ** 2)} MB, verified, ${seconds} s for the database.`)
  if (recipient === '') console.log('It is not encrypted: whoever can read it has all data of the members (BACKUP_RECIPIENT).')
  for (const name of deleted) console.log(`Deleted ${name}, which is older than ${keepDays} days or was interrupted.`)
  return { backup: manifest.name, bytes: manifest.storedBytes }
}

/** The backup is good, even if a store refuses to delete older ones. */
async function purge(store: ReturnType<typeof openTarget>, secretKeys: readonly string[], keepDays: number): Promise<string[]> {
  try {
    return await purgeBackups(store, await listBackups(store, secretKeys), keepDays, new Date())
  } catch (error) {
    console.error(`Older backups could not be deleted: ${error instanceof Error ? error.message : String(error)}`)
    return []
  }
}
