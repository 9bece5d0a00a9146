import type { EncryptedColumn } from '#db/encrypted-columns.ts'
import { platformSecrets } from '#shared/platform-keys.ts'
import { sellerSecrets } from './contexts/catalogue/seller-api/seller-api.ts'
import { callbackSecrets } from './contexts/members/members/members.ts'
import { authenticatorSecrets } from './contexts/members/two-factor/two-factor.ts'
import { keySecrets } from './contexts/partners/api-keys/api-keys.ts'
import { xmppSecrets } from './contexts/partners/jabber/jabber.ts'
import { messageContents } from './contexts/system/outbox/outbox.ts'

/**
 * All encrypted columns. Values in a column that is missing here could not be decrypted any more after the secret key changes (test/sealed.test.ts).
 */
export const encryptedColumns: readonly EncryptedColumn[] = [
  platformSecrets,
  keySecrets,
  callbackSecrets,
  xmppSecrets,
  ...sellerSecrets,
  authenticatorSecrets,
  messageContents,
]
