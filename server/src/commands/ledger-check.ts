/*
 * npm run ledger:check: verifies the ledger. Uses the database of DATABASE_URL, or that of the Lapak process running on DATA_DIR. Exit code 1 when a
 * rule is violated, 2 when the ledger could not be read.
 */
import { resolve } from 'node:path'
import { statementEvidence } from '#contexts/funds/bank-statements/evidence.ts'
import { openDatabase } from '#db/db.ts'
import { checkLedger, ruleNames } from '#ledger/verification/verification.ts'
import { createLog } from '#shared/log.ts'
import { readRunInfo } from './run-info.ts'

const dataDir = resolve(process.env.DATA_DIR || '.data')
const url = process.env.DATABASE_URL || (await readRunInfo(dataDir))?.databaseUrl

if (url) await runCheck(url)
else {
  console.error(`ledger:check needs DATABASE_URL, or a Lapak that runs over ${dataDir}; start it with \`npm start\` (or name its DATA_DIR)`)
  process.exitCode = 2
}

async function runCheck(databaseUrl: string) {
  const db = await openDatabase({ url: databaseUrl, pool: 1, onlyReads: true, log: createLog('error') })
  try {
    const evidence = [statementEvidence]
    const breaches = await checkLedger(db, evidence)
    for (const { rule, row } of breaches) console.log(`BROKEN  ${rule}: ${row}`)
    if (breaches.length === 0) console.log(`The books hold: ${ruleNames.length + evidence.length} rules proved.`)
    process.exitCode = breaches.length === 0 ? 0 : 1
  } catch (error) {
    console.error(`ledger:check cannot read the database: ${error instanceof Error ? error.message : error}`)
    process.exitCode = 2
  } finally {
    await db.close()
  }
}
