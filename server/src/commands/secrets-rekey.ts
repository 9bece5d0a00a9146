/*
 * npm run secrets:rekey: re-encrypts every secret in the database with SECRET_KEY, while Lapak runs. The keys in SECRET_KEYS_OLD decrypt their old
 * values. An interrupted run can be continued. Exit code 0 when the old keys are not needed any more, 1 otherwise.
 */

import { openDatabase } from '#db/db.ts'
import { reencryptColumn, refuseMissingKeys } from '#db/encrypted-columns.ts'
import { encryptedColumns } from '#encrypted-columns.ts'
import { readConfig } from '#shared/config.ts'
import { createLog } from '#shared/log.ts'
import { createCipher } from '#shared/secrets.ts'
import { readRunInfo } from './run-info.ts'

try {
  const config = readConfig()
  const url = config.databaseUrl ?? (await readRunInfo(config.dataDir))?.databaseUrl
  if (url) await rekey(url, createCipher(config.secretKey, config.formerSecretKeys))
  else fail(`it needs DATABASE_URL, or a Lapak that runs over ${config.dataDir}`)
} catch (error) {
  fail(error instanceof Error ? error.message : String(error))
}

async function rekey(url: string, cipher: ReturnType<typeof createCipher>) {
  const db = await openDatabase({ url, pool: 1, log: createLog('error') })
  try {
    await refuseMissingKeys(db, cipher, encryptedColumns)
    const left = await reencryptColumn(db, cipher, encryptedColumns)
    for (const { name, count } of left) console.log(`LEFT  ${name}: ${count} sealed with another key than SECRET_KEY`)
    console.log(
      left.length === 0
        ? 'Everything is sealed with SECRET_KEY. Every process may start without SECRET_KEYS_OLD now.'
        : 'Keep SECRET_KEYS_OLD, see that no process seals with an old key any more, and run this again.',
    )
    process.exitCode = left.length === 0 ? 0 : 1
  } finally {
    await db.close()
  }
}

function fail(why: string) {
  console.error(`secrets:rekey: ${why}`)
  process.exitCode = 1
}
