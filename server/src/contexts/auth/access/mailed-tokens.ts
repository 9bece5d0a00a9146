import { linkMinutes } from '@lapak/contract/shared/mailed-links'
import type { Database, Tx } from '#db/db.ts'
import { rateLimit, rateLimitByNetwork } from '#http/rate-limit-counts.ts'
import { randomToken, tokenHash } from '#shared/secrets.ts'

/** Tokens of links in e-mails. A token is random, is stored as a hash and can be used once. */
export type MailedPurpose = keyof typeof linkMinutes

/**
 * A new link voids the older links of the member with the same purpose. Activation links are issued by `issueActivation`: a new one voids only those
 * of the same sign-up.
 */
export async function issueToken(tx: Tx, memberId: bigint, purpose: Exclude<MailedPurpose, 'activate'>): Promise<string> {
  await lockMember(tx, memberId)
  await revokeTokens(tx, memberId, [purpose])
  return insertToken(tx, { member_id: memberId, purpose })
}

export async function issueActivation(tx: Tx, { id, member_id }: { id: bigint; member_id: bigint }): Promise<string> {
  await lockMember(tx, member_id)
  await tx.deleteFrom('email_token').where('sign_up_id', '=', id).execute()
  return insertToken(tx, { member_id, purpose: 'activate', sign_up_id: id })
}

async function insertToken(tx: Tx, owned: { member_id: bigint; purpose: MailedPurpose; sign_up_id?: bigint }): Promise<string> {
  const token = randomToken()
  await tx
    .insertInto('email_token')
    .values({
      ...owned,
      token_hash: tokenHash(token),
      expires_at: new Date(Date.now() + linkMinutes[owned.purpose] * 60_000),
    })
    .execute()
  return token
}

interface OpenedLink {
  token: string
  purpose: MailedPurpose
  ipAddress: string
  perHour: number
}

/**
 * Limits the uses of a link, and returns whether it was mailed, which includes links that are used or expired, but not links of a sign-up that is
 * finished. Nobody can guess a token, so a mailed one counts only for itself, and only unknown ones count for the network: its thousands of phones
 * cannot shut each other out.
 */
export async function rateLimitLinkUse(db: Database, { token, purpose, ipAddress, perHour }: OpenedLink): Promise<boolean> {
  const hash = tokenHash(token)
  const mailed = await db.read
    .selectFrom('email_token')
    .select('token_hash')
    .where('token_hash', '=', hash)
    .where('purpose', '=', purpose)
    .executeTakeFirst()
  if (mailed) await rateLimit(db, `${purpose} link ${hash.toString('base64url')}`, perHour, 3600)
  else await rateLimitByNetwork(db, `unknown ${purpose} link`, ipAddress, perHour, 3600)
  return mailed !== undefined
}

/**
 * Uses up a token and returns its member. Returns null if the token is unknown, used, replaced or expired. Of two concurrent calls with one token,
 * only one gets the member.
 */
export async function consumeToken(tx: Tx, token: string, purpose: MailedPurpose): Promise<bigint | null> {
  const hash = tokenHash(token)
  const known = await tx
    .selectFrom('email_token')
    .select('member_id')
    .where('token_hash', '=', hash)
    .where('purpose', '=', purpose)
    .executeTakeFirst()
  if (!known) return null
  await lockMember(tx, known.member_id)
  const { numUpdatedRows } = await tx
    .updateTable('email_token')
    .set({ used_at: new Date() })
    .where('token_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date())
    .executeTakeFirst()
  return numUpdatedRows > 0n ? known.member_id : null
}

/** All code locks the member before its tokens: so two concurrent requests leave exactly one valid link and do not deadlock. */
const lockMember = (tx: Tx, memberId: bigint) =>
  tx.selectFrom('member').select('id').where('id', '=', memberId).forNoKeyUpdate().executeTakeFirstOrThrow()

export async function revokeTokens(tx: Tx, memberId: bigint, purposes: readonly MailedPurpose[]): Promise<void> {
  await tx
    .updateTable('email_token')
    .set({ used_at: new Date() })
    .where('member_id', '=', memberId)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .execute()
}
