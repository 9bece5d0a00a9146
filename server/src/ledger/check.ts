import { openDatabase } from '../core/db.ts'
import { createLog } from '../core/log.ts'
import { checkLedger, ruleNames } from './invariants.ts'

/** `npm run ledger:check`: proves the books of the database that DATABASE_URL names; exit code 1 when they do not hold. */
const url = process.env.DATABASE_URL ?? process.argv[2]
if (!url) {
  process.stderr.write('ledger:check needs DATABASE_URL, or the address as an argument\n')
  process.exit(2)
}
const db = await openDatabase({ url, pool: 1, log: createLog('error') })
try {
  const breaches = await checkLedger(db)
  for (const { rule, row } of breaches) process.stdout.write(`BROKEN  ${rule}: ${row}\n`)
  if (breaches.length === 0) process.stdout.write(`The books hold: ${ruleNames.length} rules proved.\n`)
  process.exitCode = breaches.length === 0 ? 0 : 1
} catch (error) {
  process.stderr.write(`ledger:check cannot read the database: ${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 2
} finally {
  await db.close()
}
