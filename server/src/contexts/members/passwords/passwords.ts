import type { Database } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { passwordFits } from './hash.ts'
import type { SessionAttempts } from './session-attempts.ts'

export { hashPassword, passwordFits, unusablePasswordHash } from './hash.ts'
export { checkNewPassword, passwordMinInForce } from './passwords.rules.ts'
export { createSessionAttempts, type SessionAttempts } from './session-attempts.ts'
/** Passwords and the proof by one, beneath everything that asks for it: signing in, the PIN, what changes an account. */
export { forgetAttemptsAt, forgetAttemptsAtDevice, throttlePassword, throttleProviderCode, throttleSecondFactor } from './throttle.ts'

/** A member as it was when it proved to know its password. */
export interface VerifiedBy {
  id: bigint
  email: string
  name: string
  password_hash: string
}

/** Whether who is signed in knows the password, guarded like at sign-in: a stolen session is no key to the account. Null when not. */
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
  const fits = await sessionAttempts.attempt(by, 'password', () => passwordFits(member.password_hash, password))
  return fits ? member : null
}
