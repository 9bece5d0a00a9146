/*
 * npm run secrets:rekey: seals every secret in the database anew with SECRET_KEY, while Lapak runs. Whatever SECRET_KEYS_OLD lists opens what
 * they sealed; stopped halfway it goes on where it was. Exit code 0 when nothing needs the old keys any more, 1 when something does.
 */

import { openDatabase } from '#db/db.ts'
import { refuseMissingKeys, reseal } from '#db/encrypted-columns.ts'
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
    const left = await reseal(db, cipher, encryptedColumns)
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
