import type { CatalogueSnapshot } from '#contexts/market-data/snapshot/snapshot.ts'
import { setCallback, setFirstCallbackSecret } from '#contexts/members/members/members.ts'
import type { Audit } from '#contexts/system/audit/audit.ts'
import type { Outbox } from '#contexts/system/outbox/outbox.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database, Tx } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { enqueue } from '#jobs/jobs.ts'
import type { Cipher } from '#shared/secrets.ts'
import { callbackChanged, callbackSecretReplaced, type EndpointVerificationState } from './emails.ts'
import { originOf, upsertEndpointForUpdate } from './endpoints.ts'
import { requestEndpointVerification } from './request-verification.ts'
import { moveHeldJob } from './requeue-held.ts'
import { newCallbackSecret } from './sign.ts'

export interface SettingDeps {
  db: Database
  audit: Audit
  cipher: Cipher
  outbox: Pick<Outbox, 'sendEmail'>
  settings: Settings
}

/**
 * Sets the URL that callbacks of a member are sent to; an empty text removes it. Creates a secret for signatures if the member has none. Requires the
 * cache lock.
 */
export async function changeCallbackUrl(
  tx: Tx,
  { audit, cipher, outbox, settings }: Omit<SettingDeps, 'db'>,
  by: Caller,
  url: string,
): Promise<void> {
  const { memberId } = by
  const { email, callback_url, callback_secret } = await tx
    .selectFrom('member')
    .select(['email', 'callback_url', 'callback_secret'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  if (url === callback_url) return
  const secretNeeded = url !== '' && callback_secret === null
  const secret = secretNeeded && { callback_secret: cipher.encrypt(newCallbackSecret(), memberId) }
  await setCallback(tx, memberId, { callback_url: url, ...secret })
  const state = url === '' ? 'verified' : await endpointStateOf(tx, settings, memberId, url)
  if (callback_url !== '' && url !== '') await enqueue(tx, moveHeldJob, { memberId, from: callback_url })
  await outbox.sendEmail(tx, { memberId, email }, callbackChanged(url, state))
  await audit.record(tx, {
    event: 'callback.address_changed',
    by,
    subject: memberId,
    before: { origin: shownOrigin(callback_url) },
    after: { origin: shownOrigin(url) },
  })
}

async function endpointStateOf(tx: Tx, settings: Settings, memberId: bigint, url: string): Promise<EndpointVerificationState> {
  const { origin, verifiedAt } = await upsertEndpointForUpdate(tx, memberId, url)
  if (verifiedAt !== null) return 'verified'
  return (await requestEndpointVerification(tx, settings, memberId, origin)) ? 'requested' : 'not_requested'
}

/** Only the origin is recorded, because the path and query of a callback URL may contain tokens. */
const shownOrigin = (url: string) => (url === '' ? '' : originOf(url))

/** Every member has a secret from sign-up on, so that all callbacks are signed. */
export const makeCallbackSecret = (tx: Tx, cipher: Cipher, memberId: bigint): Promise<void> =>
  setCallback(tx, memberId, { callback_secret: cipher.encrypt(newCallbackSecret(), memberId) })

/**
 * The old secret is void at once. A transition period in which both secrets sign is not needed, because the owner sees the new secret in the
 * response.
 */
export function replaceCallbackSecret({ db, audit, cipher, outbox }: SettingDeps, by: Caller): Promise<string> {
  const { memberId } = by
  const secret = newCallbackSecret()
  return db.transaction(async (tx) => {
    await setCallback(tx, memberId, { callback_secret: cipher.encrypt(secret, memberId) })
    const { email } = await tx.selectFrom('member').select('email').where('id', '=', memberId).executeTakeFirstOrThrow()
    await outbox.sendEmail(tx, { memberId, email }, callbackSecretReplaced)
    await audit.record(tx, { event: 'callback.secret_replaced', by, subject: memberId })
    return secret
  })
}

/**
 * Creates the secret at the first callback of a member who has none and has set a callback URL only in an order, so that this callback is signed,
 * too.
 */
export async function firstCallbackSecret(db: Database, cipher: Cipher, memberId: bigint): Promise<string> {
  const callback_secret = await db.transaction((tx) => setFirstCallbackSecret(tx, memberId, cipher.encrypt(newCallbackSecret(), memberId)))
  if (callback_secret === null) throw new Error(`member ${memberId} has no callback secret`)
  return cipher.decrypt(callback_secret, memberId)
}

/** The decrypted callback secret of a member; null if the member has none. */
export function callbackSecretOf(catalogue: CatalogueSnapshot, cipher: Cipher, memberId: bigint): string | null {
  const encrypted = catalogue.tradingProfiles.get(memberId)?.callbackSecret
  return encrypted ? cipher.decrypt(encrypted, memberId) : null
}
