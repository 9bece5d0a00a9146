import { fork } from 'node:child_process'
import { stat } from 'node:fs/promises'
import type pg from 'pg'
import type { Database } from '#db/db.ts'
import { archiveOf, embeddedAt } from '#db/embedded-postgres.ts'
import type { ObjectStore } from '#integrations/object-storage/object-storage.ts'
import { cronJob, type RegisteredJob } from '#jobs/jobs.ts'
import type { Config } from '#shared/config.ts'
import type { Log } from '#shared/log.ts'
import { readBackups } from './backups.ts'
import { ifWalUnlocked } from './lock.ts'
import { recordShipment } from './runs.ts'
import { openTarget } from './target.ts'
import { shipWal } from './wal.ts'

export interface BackupJobsContext {
  db: Database
  databaseUrl: string
  config: Pick<Config, 'backup' | 'dataDir' | 'secretKey' | 'formerSecretKeys'>
  log: Pick<Log, 'error'>
  /** For the commands that the jobs start. */
  environment?: NodeJS.ProcessEnv
}

/** After this time without a backup, one is made at any hour, in milliseconds. */
const missedAfterMs = 25 * 3_600_000
const jakartaIsAhead = 7

/** None where no backups are configured. Backups and drills run in processes of their own, which end with this one. */
export function backupJobs(context: BackupJobsContext): RegisteredJob[] {
  const { db, config, databaseUrl, log } = context
  const { hour, target, recipient, keyFile } = config.backup
  if (target === null) return []
  const store = openTarget(config)
  const secretKeys = [config.secretKey, ...config.formerSecretKeys]
  const utcHour = (jakartaHour: number) => (jakartaHour + 24 - jakartaIsAhead) % 24
  const drills = recipient === '' || keyFile !== ''
  const drillHour = (hour + 2) % 24
  // A Sunday in Jakarta.
  const drillDay = drillHour < jakartaIsAhead ? 6 : 0
  return [
    cronJob({
      name: 'ship-wal',
      cron: '* * * * *',
      async run() {
        try {
          if (await shipNow({ store, recipient, secretKeys, databaseUrl, dataDir: config.dataDir })) await recordShipment(db, null)
        } catch (error) {
          // Tried again in a minute; until then PostgreSQL keeps what is not in the backup.
          log.error({ err: error }, 'moving the WAL into the backup failed')
          await recordShipment(db, error instanceof Error ? error.message : String(error))
        }
      },
    }),
    cronJob({ name: 'make-backup', cron: `0 ${utcHour(hour)} * * *`, run: () => runCommand('backup', context) }),
    cronJob({
      name: 'make-missed-backup',
      cron: '20 * * * *',
      runOnStart: true,
      async run() {
        if (await isMissed(context)) await runCommand('backup', context)
      },
    }),
    // Without the private key on this machine, an operator runs the drill.
    ...(drills
      ? [
          cronJob({
            name: 'drill-restore',
            cron: `30 ${utcHour(drillHour)} * * ${drillDay}`,
            run: () => runCommand('restore-drill', context),
          }),
        ]
      : []),
  ]
}

/** The last backup is too old, or older than the archive: WAL is missing in between. */
async function isMissed({ db, config, databaseUrl }: BackupJobsContext): Promise<boolean> {
  const { last, isRunning } = await readBackups(db.read)
  if (isRunning) return false
  const postgres = await embeddedAt(config.dataDir, databaseUrl)
  const archive = postgres && (await stat(archiveOf(postgres.folder)).catch(() => null))
  const since = Math.max(Date.now() - missedAfterMs, archive?.birthtimeMs ?? 0)
  return last === null || last.at.getTime() < since
}

interface ShipOptions {
  dataDir: string
  databaseUrl: string
  store: ObjectStore
  recipient: string
  secretKeys: readonly string[]
}

/** Moves finished WAL into the backup. Returns false if another process does it, or if the database is not the embedded one. */
export async function shipNow({ dataDir, databaseUrl, ...target }: ShipOptions): Promise<boolean> {
  const postgres = await embeddedAt(dataDir, databaseUrl)
  if (postgres === null) return false
  const shipped = await ifWalUnlocked(postgres.ownerUrl, async (client) => {
    const { rows } = await client.query<{ id: string }>('select system_identifier::text as id from pg_control_system()')
    const systemId = rows[0]?.id ?? ''
    await shipWal({ ...target, systemId, archive: archiveOf(postgres.folder), cluster: postgres.folder })
    await demandArchiving(client)
    return true
  })
  return shipped ?? false
}

/** An archive that PostgreSQL cannot write to is empty, which looks like one that was moved. */
async function demandArchiving(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ failed: string }>(
    `select last_failed_wal as failed from pg_stat_archiver where last_failed_time > coalesce(last_archived_time, '-infinity')`,
  )
  if (rows[0]) throw new Error(`PostgreSQL cannot archive ${rows[0].failed}: see postgres.log`)
}

/** Written out, so that the build of the server contains them as programs. */
const commands = {
  backup: new URL('../../../commands/backup.ts', import.meta.url),
  'restore-drill': new URL('../../../commands/restore-drill.ts', import.meta.url),
}

/** Runs a command of `npm run` to its end. Throws with what it wrote as its error. */
function runCommand(name: keyof typeof commands, { databaseUrl, config, environment = process.env }: BackupJobsContext): Promise<void> {
  return new Promise((done, failed) => {
    const child = fork(commands[name], {
      env: { ...environment, DATABASE_URL: databaseUrl, DATA_DIR: config.dataDir },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    let errors = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      errors = (errors + chunk.toString()).slice(-2_000)
    })
    child.on('error', failed)
    child.on('close', (code) => (code === 0 ? done() : failed(new Error(errors.trim() || `${name} ended with ${code}`))))
  })
}
