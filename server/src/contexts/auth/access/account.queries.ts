import type { Reader } from '#db/db.ts'

export interface Known {
  id: bigint
  email: string
  name: string
}

/** What signing in needs to know of a member. */
export interface Account extends Known {
  password_hash: string
  status: number
  activated: boolean
}

const columns = ['id', 'email', 'name', 'password_hash', 'status', 'activated'] as const

/** By e-mail, whatever its case. */
export const findMember = (read: Reader, email: string): Promise<Account | undefined> =>
  read
    .selectFrom('member')
    .select(columns)
    .where((where) => where(where.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst()

export const readMember = (read: Reader, id: bigint): Promise<Account> =>
  read.selectFrom('member').select(columns).where('id', '=', id).executeTakeFirstOrThrow()

/**
 * Likewise, and keeps the row as it is until the end of the transaction: who changes a password or switches two-factor on
 * ends all sessions, and a session that is just being opened on the old word must not slip through. Not a shared lock: opening
 * a session writes the row, and of two sign-ins that shared it each would wait for the other.
 */
export const lockMember = (read: Reader, id: bigint): Promise<Account> =>
  read.selectFrom('member').select(columns).where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow()
