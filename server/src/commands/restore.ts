/*
 * npm run restore -- [--to '2026-11-20 10:00'] [--backup <name>] [--key <file>] [--timeline <8 digits>] <new folder>
 * Restores a backup into a new folder, checks its books and its audit, shows what it lacks, and says how to go on. Without --to, everything that
 * was archived; with --backup alone, the end of that backup. A time without a zone is of Jakarta (WIB). Touches nothing that exists. Exit code 1 if
 * the checks fail, 2 if there is no copy.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { wib } from '@lapak/contract/shared/time-text'
import { type Copy, restoreCopy } from '#contexts/backoffice/backups/restore.ts'
import { BackupError, openTarget } from '#contexts/backoffice/backups/target.ts'
import { unfinishedRestore } from '#db/embedded-postgres.ts'
import { type Config, readConfig } from '#shared/config.ts'
import { differences, faultsOf } from './copy-checks.ts'
import { databaseInUse, readIdentity, runCommand } from './operator-command.ts'

const usage = `usage: npm run restore -- [--to '2026-11-20 10:00'] [--backup <name>] [--key <file>] [--timeline <8 digits>] <new folder>`

function momentOf(text: string): Date {
  const [, day, time, zone = '+07:00'] =
    /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d)?(?:\.\d+)?) ?(Z|[+-]\d\d:\d\d)?$/.exec(text.trim()) ?? []
  const moment = new Date(`${day}T${time}${zone}`)
  if (day === undefined || Number.isNaN(moment.getTime()))
    throw new BackupError(`--to ${text} is no time; write it as '2026-11-20 10:00' (Jakarta), or with a zone as '2026-11-20 03:00Z'`)
  return moment
}

async function check(config: Config, copy: Copy, folder: string): Promise<0 | 1> {
  let faults: string[]
  try {
    console.log('… checking the books and the audit')
    faults = await faultsOf(copy.url)
    for (const line of faults) console.log(line)
    if (copy.endedEarly) console.log('The archive ends before that time: this is everything that was archived.')
    if (copy.newestCommit)
      console.log(`The newest commit after the backup is of ${wib(copy.newestCommit)} (${copy.newestCommit.toISOString()}).`)
    await compare(config, copy.url)
  } catch (error) {
    await copy.stop()
    throw error
  }
  if (faults.length > 0) {
    await copy.stop()
    console.log(
      `The checks failed, so no Lapak starts over ${folder} while ${unfinishedRestore} is in it. Restore to another time, or another backup.`,
    )
    return 1
  }
  await copy.finish()
  console.log(howToGoOn(config, copy, folder))
  return 0
}

async function compare(config: Config, copyUrl: string): Promise<void> {
  const live = await databaseInUse(config)
  if (live === null) return console.log('No database is in use here, so the copy is not compared with it.')
  try {
    const lines = await differences(copyUrl, live)
    console.log('Compared with the database in use:')
    for (const line of lines) console.log(`  ${line}`)
  } catch (error) {
    console.log(`The copy cannot be compared with the database in use: ${error instanceof Error ? error.message : error}`)
  }
}

const howToGoOn = ({ dataDir }: Config, { manifest }: Copy, folder: string): string =>
  [
    `The books and the audit of the copy in ${folder} hold. To go on with it:`,
    `1. Stop the Lapak that runs over ${dataDir}; two of them would send the same orders.`,
    manifest.pictures === null
      ? '2. Pictures are in their own store; look that it has those of that time.'
      : `2. Copy pictures that are newer than the backup, where they still exist: cp -Rn ${dataDir}/uploads/. ${folder}/uploads/`,
    `3. DATA_DIR=${folder} npm start, with the same SECRET_KEY. Orders are refused until step 4.`,
    `4. DATA_DIR=${folder} npm run restored shows what was under way, and how to let orders go on.`,
  ].join('\n')

await runCommand('restore', async () => {
  const { values, positionals } = parseArgs({
    options: { to: { type: 'string' }, backup: { type: 'string' }, key: { type: 'string' }, timeline: { type: 'string' } },
    allowPositionals: true,
  })
  const [folder, ...more] = positionals
  if (folder === undefined || more.length > 0) throw new BackupError(usage)
  if (values.timeline !== undefined && !/^[0-9A-Fa-f]{8}$/.test(values.timeline)) throw new BackupError(usage)
  const config = readConfig()
  const to = values.to === undefined ? (values.backup === undefined ? 'archive' : 'backup') : momentOf(values.to)
  if (to instanceof Date) console.log(`Restoring to ${wib(to)} (${to.toISOString()}).`)
  const copy = await restoreCopy({
    store: openTarget(config),
    secretKeys: [config.secretKey, ...config.formerSecretKeys],
    identity: await readIdentity(values.key ?? config.backup.keyFile),
    to,
    name: values.backup ?? null,
    timeline: values.timeline ?? null,
    folder: resolve(folder),
    onStep: (step) => console.log(`… ${step}`),
  })
  return check(config, copy, resolve(folder))
})
