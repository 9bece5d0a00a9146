import type { Database } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { passwordFits } from './hash.ts'
import type { SessionGuesses } from './session-guesses.ts'

export { hashPassword, passwordFits, unusablePasswordHash } from './hash.ts'
export { checkNewPassword, passwordMinInForce } from './passwords.rules.ts'
export { createSessionGuesses, type SessionGuesses } from './session-guesses.ts'
/** Passwords and the proof by one, beneath everything that asks for it: signing in, the PIN, what changes an account. */
export { forgetGuessesAt, forgetGuessesAtDevice, guessPassword, guessProviderCode, guessSecondFactor } from './throttle.ts'

/** A member as it was when it proved to know its password. */
export interface VerifiedBy {
  id: bigint
  email: string
  name: string
  password_hash: string
}

/** Whether who is signed in knows the password, guarded like at sign-in: a stolen session is no key to the account. Null when not. */
export async function verifyPassword(
  { db, guesses }: { db: Database; guesses: SessionGuesses },
  by: Caller,
  password: string,
): Promise<VerifiedBy | null> {
  const member = await db.read
    .selectFrom('member')
    .select(['id', 'email', 'name', 'password_hash'])
    .where('id', '=', by.memberId)
    .executeTakeFirstOrThrow()
  const fits = await guesses.guess(by, 'password', () => passwordFits(member.password_hash, password))
  return fits ? member : null
}
