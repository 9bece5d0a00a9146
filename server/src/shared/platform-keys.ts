import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Tx } from '#db/db.ts'
import { encryptedColumn } from '#db/encrypted-columns.ts'
import { type Cipher, derivedBytes } from './secrets.ts'

/*
 * Keys with which the platform signs and hashes, one per purpose. They are random and stored encrypted in the database, so a change of SECRET_KEY
 * re-encrypts them but does not change them: existing signatures stay valid.
 */

export const platformSecrets = encryptedColumn({ table: 'platform_secret', column: 'sealed', id: 'id' })

const owner = 0n

interface PlatformKeysContext {
  db: Database
  cipher: Cipher
  /** The secret key from which older installations derived the key of each purpose. */
  firstKey: string
}

/** Returns the keys of these purposes. The first process that needs them creates them. */
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

/** The purpose is encrypted together with the key, so that two rows cannot be swapped. */
const contentOf = (purpose: string, key: Buffer) => JSON.stringify({ purpose, key: key.toString('base64') })

async function readKeys({ read }: Database, cipher: Cipher): Promise<Map<string, Buffer>> {
  const rows = await read.selectFrom('platform_secret').select(['purpose', 'sealed']).where('sealed', 'is not', null).execute()
  return new Map(
    rows.map(({ purpose, sealed: encrypted }) => {
      const content = JSON.parse(cipher.decrypt(encrypted as Buffer, owner)) as { purpose: string; key: string }
      if (content.purpose !== purpose) throw new Error(`the platform key for ${purpose} has the purpose ${content.purpose}`)
      return [purpose, Buffer.from(content.key, 'base64')]
    }),
  )
}

/** If several processes start at the same time, the key of the first process is kept. */
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
  throw new Error(`no platform key for ${purpose}`)
}
