import type { Database } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { isPasswordCorrect } from './hash.ts'
import type { SessionAttempts } from './session-attempts.ts'

/*
 * Passwords and their verification, used by everything that requires a password: sign-in, the PIN, and changes of the account.
 */

export { hashPassword, isPasswordCorrect, unusablePasswordHash } from './hash.ts'
export { checkNewPassword, passwordMinInForce } from './passwords.rules.ts'
export { createSessionAttempts, type SessionAttempts } from './session-attempts.ts'
export { deleteAttemptsAt, deleteAttemptsAtDevice, throttlePassword, throttleProviderCode, throttleSecondFactor } from './throttle.ts'

/** The data of a member at the time when its password was verified. */
export interface VerifiedBy {
  id: bigint
  email: string
  name: string
  password_hash: string
}

/**
 * Verifies the password of a signed-in member. Attempts are throttled like sign-ins, so that a stolen session cannot guess the password. Null if the
 * password is wrong.
 */
export async function verifyPassword(
  { db, sessionAttempts }: { db: Database; sessionAttempts: SessionAttempts },
  by: Caller,
  password: string,
): Promise<VerifiedBy | null> {
  const member = await db.read
    .selectFrom('member')
    .select(['id', 'email', 'name', 'password_hash'])
    .where('id', '=', by.memberId)
    .executeTakeFirstOrThrow()
  const fits = await sessionAttempts.attempt(by, 'password', () => isPasswordCorrect(member.password_hash, password))
  return fits ? member : null
}
