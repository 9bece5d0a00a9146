/* E-mails that commands of the operator write, for a worker to deliver. */
import { createOutbox, type Outbox } from '#contexts/system/outbox/outbox.ts'
import type { Database } from '#db/db.ts'
import { holdsSecretOf, refuseMissingKeys } from '#db/encrypted-columns.ts'
import { encryptedColumns } from '#encrypted-columns.ts'
import type { Config } from '#shared/config.ts'
import { platformSecrets } from '#shared/platform-keys.ts'
import { createCipher } from '#shared/secrets.ts'

/**
 * E-mails are stored encrypted. A key that this database does not know would make them unreadable, and the start of Lapak would fail; so the key has to be
 * given, or to be that of the secrets which are stored already. Null if it is neither, or if there is no transport.
 */
export async function operatorOutbox(db: Database, config: Config, env = process.env): Promise<Outbox | null> {
  const cipher = createCipher(config.secretKey, config.formerSecretKeys)
  const isKnown = await holdsSecretOf(db, cipher, platformSecrets)
  if (!isKnown && !env.SECRET_KEY) return null
  await refuseMissingKeys(db, cipher, encryptedColumns)
  if (config.production && config.smtpUrl === '') return null
  return createOutbox({ cipher, sendsWhatsappTexts: false })
}
