import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Tx } from '#db/db.ts'
import { encryptedColumn } from '#db/encrypted-columns.ts'
import { type Cipher, derivedBytes } from './secrets.ts'

/*
 * Keys with which the house signs and hashes for itself, one for each purpose: what one is good for, no other is. They are random,
 * and rows, so that another SECRET_KEY seals them anew and leaves what they signed as it is.
 */

export const platformSecrets = encryptedColumn({ table: 'platform_secret', column: 'sealed', id: 'id' })

const owner = 0n

interface PlatformKeysContext {
  db: Database
  cipher: Cipher
  /** Of what a purpose was derived in an installation that is older than these rows. */
  firstKey: string
}

/** The keys of these purposes, made by the first process that asks for them. */
export async function platformKeys<Purpose extends string>(
  { db, cipher, firstKey }: PlatformKeysContext,
  purposes: readonly Purpose[],
): Promise<Record<Purpose, KeyObject>> {
  const known = await readKeys(db, cipher)
  const missing = purposes.filter((purpose) => !known.has(purpose))
  if (missing.length > 0) {
    await db.transaction(async (tx) => {
      for (const purpose of missing) await makeKey(tx, cipher, purpose, firstKey)
    })
    for (const [purpose, key] of await readKeys(db, cipher)) known.set(purpose, key)
  }
  return Object.fromEntries(purposes.map((purpose) => [purpose, createSecretKey(known.get(purpose) ?? raise(purpose))])) as Record<
    Purpose,
    KeyObject
  >
}

/** Sealed with its purpose, so that two rows cannot change places. */
const contentOf = (purpose: string, key: Buffer) => JSON.stringify({ purpose, key: key.toString('base64') })

async function readKeys({ read }: Database, cipher: Cipher): Promise<Map<string, Buffer>> {
  const rows = await read.selectFrom('platform_secret').select(['purpose', 'sealed']).where('sealed', 'is not', null).execute()
  return new Map(
    rows.map(({ purpose, sealed: encrypted }) => {
      const content = JSON.parse(cipher.decrypt(encrypted as Buffer, owner)) as { purpose: string; key: string }
      if (content.purpose !== purpose) throw new Error(`the house's key for ${purpose} is one for ${content.purpose}`)
      return [purpose, Buffer.from(content.key, 'base64')]
    }),
  )
}

/** Of several processes that start at once, the first one's stands. */
async function makeKey(tx: Tx, cipher: Cipher, purpose: string, firstKey: string) {
  const encryptKey = (key: Buffer) => cipher.encrypt(contentOf(purpose, key), owner)
  await tx
    .updateTable('platform_secret')
    .set({ sealed: encryptKey(derivedBytes(firstKey, purpose)) })
    .where('purpose', '=', purpose)
    .where('sealed', 'is', null)
    .execute()
  await sql`insert into platform_secret (purpose, sealed) values (${purpose}, ${encryptKey(randomBytes(32))}) on conflict do nothing`.execute(
    tx,
  )
}

function raise(purpose: string): never {
  throw new Error(`the house has no key for ${purpose}`)
}
