/*
 * npm run two-factor:remove -- <e-mail> "<why>": removes a lost second factor, ends the sessions, and informs the owner by e-mail. Uses the database
 * of DATABASE_URL, or that of the Lapak process running on DATA_DIR, and needs its SECRET_KEY. Recorded in the audit. Verify the identity of the requester first.
 */

import { removeLostFactor } from '#contexts/auth/access/lost-second-factor.ts'
import { createAudit } from '#contexts/system/audit/audit.ts'
import { createOutbox } from '#contexts/system/outbox/outbox.ts'
import { openDatabase } from '#db/db.ts'
import { refuseMissingKeys } from '#db/encrypted-columns.ts'
import { encryptedColumns } from '#encrypted-columns.ts'
import { readConfig } from '#shared/config.ts'
import { createLog } from '#shared/log.ts'
import { createCipher } from '#shared/secrets.ts'
import { readRunInfo } from './run-info.ts'

const [email = '', reason = ''] = process.argv.slice(2)
const config = readConfig(process.env)

const databaseUrl = config.databaseUrl ?? (await readRunInfo(config.dataDir))?.databaseUrl

if (databaseUrl && email !== '' && reason.trim().length >= 5) await remove(databaseUrl)
else {
  console.error('usage: SECRET_KEY=… npm run two-factor:remove -- <e-mail> "<why, at least five letters>"')
  console.error(`It needs DATABASE_URL, or a Lapak that runs over ${config.dataDir} (or the folder that DATA_DIR names)`)
  process.exitCode = 2
}

async function remove(url: string) {
  const log = createLog('info')
  const db = await openDatabase({ url, pool: 2, log })
  const cipher = createCipher(config.secretKey, config.formerSecretKeys)
  try {
    // The e-mail is stored encrypted. If it were encrypted with a key that the program does not have, it could not be sent.
    await refuseMissingKeys(db, cipher, encryptedColumns)
    const outbox = createOutbox({ cipher, sendsWhatsappTexts: false })
    const done = await removeLostFactor({ db, audit: createAudit({ db, log }), outbox }, email, reason)
    console.log(
      {
        removed: 'Removed; an e-mail was queued.',
        unknown_email: 'No member has this e-mail.',
        not_enabled: 'This member has no second factor.',
      }[done],
    )
    process.exitCode = done === 'removed' ? 0 : 1
  } catch (error) {
    console.error(`two-factor:remove: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  } finally {
    await db.close()
  }
}
