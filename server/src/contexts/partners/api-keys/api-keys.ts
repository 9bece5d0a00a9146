import { randomInt } from 'node:crypto'
import type { apiKeyCalls } from '@lapak/contract/partners/api-keys'
import type { BodyOf } from '@lapak/contract/shared/call'
import { firstKeyTerms, type KeyTerms } from '@lapak/contract/shared/key-terms'
import type { Updateable } from 'kysely'
import { requireStepUp } from '#contexts/members/step-up-auth/step-up-auth.ts'
import type { Audit } from '#contexts/system/audit/audit.ts'
import type { Outbox } from '#contexts/system/outbox/outbox.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import { lockCache } from '#db/cache-lock.ts'
import type { Database, Tx } from '#db/db.ts'
import { encryptedColumn } from '#db/encrypted-columns.ts'
import type { ApiKey } from '#db/schema.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import type { Cipher } from '#shared/secrets.ts'
import { ordersBySoftware } from './api-keys.queries.ts'
import { keyAddressesChanged, keyConfirmed, keyMade, keyRemoved, keyReplaced } from './emails.ts'
import { changedTerms, changesFrom, columnsOf, selectedTerms } from './key-terms.ts'

export { listKeys } from './api-keys.queries.ts'
export { suspendKeys } from './suspended.ts'
export type { Keys } from './verification.ts'

/**
 * For changes by which a thief of a session would send orders of software to another seller, or hide that they go wrong: where software orders for the
 * member, nobody sees the seller and the price before an order.
 */
export async function requireStepUpOfSoftware(deps: { db: Database; audit: Audit; settings: Settings }, caller: Caller): Promise<void> {
  if (await ordersBySoftware(deps, caller.memberId)) await requireStepUp(deps, caller)
}

/** The encrypted column with the secrets that sign requests. */
export const keySecrets = encryptedColumn({ table: 'api_key', column: 'secret', id: 'id', owner: 'member_id' })

export interface ApiKeyDeps {
  db: Database
  audit: Audit
  cipher: Cipher
  outbox: Pick<Outbox, 'sendEmail'>
  settings: Settings
}

type NewKey = BodyOf<typeof apiKeyCalls.add>

/** The terms of the key that is created with an account. */
export const firstKey: KeyTerms = { name: 'Utama', ...firstKeyTerms }

/** Adds a key with a secret. Only this response contains the secret; afterwards the secret can be replaced, but not read. */
export function addKey({ db, audit, cipher, outbox, settings }: ApiKeyDeps, by: Caller, asked: NewKey): Promise<MadeKey> {
  const { memberId } = by
  const terms = changedTerms(firstKey, asked)
  const keysMax = settings.get('apiKeys.max')
  return db.transaction(async (tx) => {
    await lockCache(tx)
    const { keys } = await tx
      .selectFrom('api_key')
      .select((select) => select.fn.countAll<bigint>().as('keys'))
      .where('member_id', '=', memberId)
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (keys >= keysMax)
      throw new Refusal('input.invalid', {}, { errors: { name: `Paling banyak ${keysMax} API key, hapus yang tidak dipakai` } })
    const made = await makeKey(tx, cipher, memberId, terms)
    await outbox.sendEmail(tx, { memberId, email: await emailOf(tx, memberId) }, keyMade(terms.name, terms.test))
    await audit.record(tx, { event: 'key.added', by, subject: made.id, after: terms })
    return made
  })
}

interface MadeKey {
  id: bigint
  apikey: string
  secret: string
}

/** Creates a key and its secret. The transaction must have the cache lock. */
export async function makeKey(tx: Tx, cipher: Cipher, memberId: bigint, terms: KeyTerms): Promise<MadeKey> {
  const mode = terms.test ? 'test' : 'live'
  const apikey = `lpk_${mode}_${randomBase62(24)}`
  const secret = `lps_${mode}_${randomBase62(40)}`
  const { id } = await tx
    .insertInto('api_key')
    .values({ ...columnsOf(terms), member_id: memberId, key: apikey, secret: cipher.encrypt(secret, memberId) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, apikey, secret }
}

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomBase62 = (length: number) => Array.from({ length }, () => base62[randomInt(base62.length)]).join('')

/**
 * Revokes the first live key at once and creates another one with the same terms. The new secret is sent by e-mail only, so that it cannot be copied
 * from an unattended page.
 */
export function resetKey({ db, audit, cipher, outbox }: ApiKeyDeps, by: Caller): Promise<void> {
  const { memberId } = by
  return db.transaction(async (tx) => {
    await lockCache(tx)
    const old = await tx
      .selectFrom('api_key')
      .select(['id', ...selectedTerms])
      .where('member_id', '=', memberId)
      .where('test', '=', false)
      .where('revoked_at', 'is', null)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    if (old) await tx.updateTable('api_key').set({ revoked_at: new Date() }).where('id', '=', old.id).execute()
    const made = await makeKey(tx, cipher, memberId, old ?? firstKey)
    await outbox.sendEmail(tx, { memberId, email: await emailOf(tx, memberId) }, keyReplaced(made))
    await audit.record(tx, { event: 'key.replaced', by, subject: made.id, ...(old && { before: { id: old.id } }), after: { id: made.id } })
  })
}

async function emailOf(tx: Tx, memberId: bigint): Promise<string> {
  const { email } = await tx.selectFrom('member').select('email').where('id', '=', memberId).executeTakeFirstOrThrow()
  return email
}

/** Needs neither step-up authentication nor an allowance, since a victim must be fast; but the owner is told, because a thief could do it, too. */
export function removeKey({ db, audit, outbox }: ApiKeyDeps, by: Caller, id: bigint): Promise<void> {
  const { memberId } = by
  return db.transaction(async (tx) => {
    await lockCache(tx)
    const removed = await liveKey(tx, memberId, id)
    await updateKey(tx, memberId, id, { revoked_at: new Date() })
    await outbox.sendEmail(tx, { memberId, email: await emailOf(tx, memberId) }, keyRemoved(removed.name, removed.test))
    await audit.record(tx, { event: 'key.removed', by, subject: id, before: removed })
  })
}

/** Changes the terms of a key; terms that are not sent keep their value. */
export function changeKey({ db, audit, outbox }: ApiKeyDeps, by: Caller, id: bigint, asked: Partial<KeyTerms>): Promise<void> {
  const { memberId } = by
  return db.transaction(async (tx) => {
    await lockCache(tx)
    const before = await liveKey(tx, memberId, id)
    const changes = changesFrom(before, asked)
    if (!changes) return
    const after = { ...before, ...changes }
    await updateKey(tx, memberId, id, columnsOf(changes))
    await audit.record(tx, { event: 'key.changed', by, subject: id, before, after })
    if (changes.ip !== undefined)
      await outbox.sendEmail(tx, { memberId, email: await emailOf(tx, memberId) }, keyAddressesChanged(after.name, changes.ip))
  })
}

/** Called when the owner confirms a suspended key, so that the key may be used again. Does nothing if the key is not suspended. */
export function confirmKey({ db, audit, outbox }: ApiKeyDeps, by: Caller, id: bigint): Promise<void> {
  const { memberId } = by
  return db.transaction(async (tx) => {
    await lockCache(tx)
    const { name, suspended_at } = await liveKey(tx, memberId, id)
    if (suspended_at === null) return
    await updateKey(tx, memberId, id, { suspended_at: null })
    await outbox.sendEmail(tx, { memberId, email: await emailOf(tx, memberId) }, keyConfirmed(name))
    await audit.record(tx, { event: 'key.confirmed', by, subject: id, after: {} })
  })
}

/** Returns a key of this member that is not revoked; otherwise throws `not_found.key`. */
async function liveKey(tx: Tx, memberId: bigint, id: bigint) {
  const key = await tx
    .selectFrom('api_key')
    .select([...selectedTerms, 'suspended_at'])
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (!key) throw new Refusal('not_found.key')
  return key
}

const updateKey = (tx: Tx, memberId: bigint, id: bigint, values: Updateable<ApiKey>) =>
  tx.updateTable('api_key').set(values).where('id', '=', id).where('member_id', '=', memberId).execute()
