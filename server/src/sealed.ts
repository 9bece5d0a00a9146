import { houseSecrets } from '#core/house-keys.ts'
import type { SealedColumn } from '#core/sealed.ts'
import { keySecrets } from './features/api-keys/api-keys.ts'
import { jabberSecrets } from './features/jabber/jabber.ts'
import { callbackSecrets } from './features/members/members.ts'
import { messages } from './features/outbox/outbox.ts'
import { sellerSecrets } from './features/seller-api/seller-api.ts'
import { authenticatorSecrets } from './features/two-factor/two-factor.ts'

/** Every column that the vault sealed: what is missing here would be lost with the key that sealed it (test/sealed.test.ts). */
export const sealedColumns: readonly SealedColumn[] = [
  houseSecrets,
  keySecrets,
  callbackSecrets,
  jabberSecrets,
  ...sellerSecrets,
  authenticatorSecrets,
  messages,
]
