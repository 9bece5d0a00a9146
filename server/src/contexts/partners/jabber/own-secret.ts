import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#db/db.ts'
import { encryptedColumn } from '#db/encrypted-columns.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import type { Cipher } from '#shared/secrets.ts'
import type { XmppDeps } from './deps.ts'
import { xmppSecretMade, xmppSecretRemoved } from './emails.ts'

export const xmppSecrets = encryptedColumn({ table: 'jabber_secret', column: 'secret', id: 'member_id', owner: 'member_id' })

/** The characters of secrets, without letters and digits that are easily confused, because members type the secret on phones. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const secretLength = 14

/**
 * Creates a secret for Jabber. From now on Jabber commands require this secret instead of the secret of the first key. Only this response contains
 * it.
 */
export function makeXmppSecret({ db, audit, outbox, cipher }: XmppDeps & { cipher: Cipher }, by: Caller): Promise<{ secret: string }> {
  const { memberId } = by
  const secret = Array.from({ length: secretLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  const encrypted = cipher.encrypt(secret, memberId)
  return db.transaction(async (tx) => {
    await tx
      .insertInto('jabber_secret')
      .values({ member_id: memberId, secret: encrypted })
      .onConflict((conflict) => conflict.column('member_id').doUpdateSet({ secret: encrypted, created_at: sql`now()` }))
      .execute()
    const { email } = await tx.selectFrom('member').select('email').where('id', '=', memberId).executeTakeFirstOrThrow()
    await outbox.sendEmail(tx, { memberId, email }, xmppSecretMade)
    await audit.record(tx, { event: 'jabber.secret_made', by, subject: memberId })
    return { secret }
  })
}

/** Removes the secret for Jabber: commands require the secret of the first key again. */
export function removeXmppSecret({ db, audit, outbox }: XmppDeps, by: Caller): Promise<void> {
  const { memberId } = by
  return db.transaction(async (tx) => {
    const removed = await tx.deleteFrom('jabber_secret').where('member_id', '=', memberId).returning('member_id').executeTakeFirst()
    if (!removed) throw new Refusal('not_found.jabber')
    const { email } = await tx.selectFrom('member').select('email').where('id', '=', memberId).executeTakeFirstOrThrow()
    await outbox.sendEmail(tx, { memberId, email }, xmppSecretRemoved)
    await audit.record(tx, { event: 'jabber.secret_removed', by, subject: memberId })
  })
}

export async function hasXmppSecret(db: Database, memberId: bigint): Promise<boolean> {
  const row = await db.read.selectFrom('jabber_secret').select('member_id').where('member_id', '=', memberId).executeTakeFirst()
  return row !== undefined
}
