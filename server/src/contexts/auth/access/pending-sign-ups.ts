import { linkMinutes } from '@lapak/contract/shared/mailed-links'
import { sql } from 'kysely'
import type { Chosen } from '#contexts/members/members/members.ts'
import type { Reader, Tx } from '#db/db.ts'
import { tokenHash } from '#shared/secrets.ts'

/**
 * Sign-ups that are not activated yet. Each sign-up has its own name, phone and password, and its own links: a person who signs up with the address
 * of another can neither set a password for that person's link nor void that link.
 */
export interface PendingSignUp {
  id: bigint
  member_id: bigint
  name: string
  phone: string | null
  password_hash: string
  address: string | null
  terms_id: bigint | null
  created_at: Date
}

export async function addSignUp(tx: Tx, memberId: bigint, { name, phone, passwordHash }: Chosen, ipAddress: string): Promise<bigint> {
  const { id } = await tx
    .insertInto('sign_up')
    .values((values) => ({
      member_id: memberId,
      name,
      phone,
      password_hash: passwordHash,
      address: ipAddress,
      terms_id: values.selectFrom('terms').select((of) => of.fn.max('id').as('newest')),
    }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The sign-up of a link from an e-mail, if the link is valid. */
export const signUpOfLink = (read: Reader, token: string): Promise<PendingSignUp | undefined> =>
  read
    .selectFrom('sign_up')
    .innerJoin('email_token', 'email_token.sign_up_id', 'sign_up.id')
    .selectAll('sign_up')
    .where('email_token.token_hash', '=', tokenHash(token))
    .where('email_token.used_at', 'is', null)
    .where('email_token.expires_at', '>', new Date())
    .executeTakeFirst()

/** The newest sign-up of the member, or the newest one from this IP address. */
export const newestSignUp = (read: Reader, memberId: bigint, ipAddress?: string): Promise<PendingSignUp | undefined> =>
  read
    .selectFrom('sign_up')
    .selectAll()
    .where('member_id', '=', memberId)
    .$if(ipAddress !== undefined, (query) => query.where('address', '=', ipAddress ?? ''))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Deletes all sign-ups of the member and their links, because the account has been activated. */
export async function dropSignUps(tx: Tx, memberId: bigint): Promise<void> {
  await tx.deleteFrom('sign_up').where('member_id', '=', memberId).execute()
}

/** Deletes sign-ups whose links have expired. The newest sign-up of each address stays, so that its link can be requested again. */
export async function purgeSignUps(tx: Tx, keptDays: number): Promise<void> {
  await sql`
    delete from sign_up using sign_up newer
    where newer.member_id = sign_up.member_id and newer.id > sign_up.id
      and sign_up.created_at < now() - ${linkMinutes.activate} * interval '1 minute' - ${keptDays} * interval '1 day'`.execute(tx)
}
