import type { Reader } from '#db/db.ts'

export interface MemberContact {
  id: bigint
  email: string
  name: string
}

/** The columns of a member that a sign-in reads. */
export interface Account extends MemberContact {
  password_hash: string
  status: number
  activated: boolean
}

const columns = ['id', 'email', 'name', 'password_hash', 'status', 'activated'] as const

/** The comparison of the e-mail ignores case. */
export const findMemberByEmail = (read: Reader, email: string): Promise<Account | undefined> =>
  read
    .selectFrom('member')
    .select(columns)
    .where((where) => where(where.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst()

export const readMemberById = (read: Reader, id: bigint): Promise<Account> =>
  read.selectFrom('member').select(columns).where('id', '=', id).executeTakeFirstOrThrow()

/**
 * Reads a member and locks its row until the end of the transaction: a password change or the activation of two-factor ends all sessions, and a
 * session that is being opened with the old password must not survive. A shared lock would deadlock: opening a session writes the row, so two
 * sign-ins with shared locks would wait for each other.
 */
export const lockMember = (read: Reader, id: bigint): Promise<Account> =>
  read.selectFrom('member').select(columns).where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow()
