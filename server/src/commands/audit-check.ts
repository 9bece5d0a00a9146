/*
 * npm run audit:check: verifies the audit against its daily seals. Uses the database of DATABASE_URL, or that of the Lapak process running on
 * DATA_DIR. To detect rewritten seals, compare the seals with their log lines (`audit.sealed`). Exit code 1 when a day was changed.
 */
import { resolve } from 'node:path'
import { brokenSeals } from '#contexts/system/audit/seals.ts'
import { openDatabase } from '#db/db.ts'
import { createLog } from '#shared/log.ts'
import { readRunInfo } from './run-info.ts'

const dataDir = resolve(process.env.DATA_DIR || '.data')
const url = process.env.DATABASE_URL || (await readRunInfo(dataDir))?.databaseUrl

if (url) {
  const db = await openDatabase({ url, pool: 1, onlyReads: true, log: createLog('error') })
  const broken = await brokenSeals(db.read).finally(() => db.close())
  for (const { day, why } of broken) console.log(`BROKEN  ${day}: ${why}`)
  if (broken.length === 0) console.log('The audit holds: every sealed day is as it was sealed.')
  process.exitCode = broken.length === 0 ? 0 : 1
} else {
  console.error(`audit:check needs DATABASE_URL, or a Lapak that runs over ${dataDir}; start it with \`npm start\` (or name its DATA_DIR)`)
  process.exitCode = 2
}
