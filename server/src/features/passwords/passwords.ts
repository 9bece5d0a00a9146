import type { Database } from '#core/db.ts'
import { guess } from '#core/guessing.ts'
import { whoIsSignedIn } from './guessing.ts'
import { passwordFits } from './hash.ts'

/** Passwords and the proof by one, beneath everything that asks for it: signing in, the PIN, what changes an account. */
export { forgetGuessesAt, forgetGuessesAtDevice, guessPassword, guessProviderCode, guessSecondFactor } from './guessing.ts'
export { hashPassword, passwordFits, unusablePasswordHash } from './hash.ts'
export { checkNewPassword, passwordMinInForce } from './passwords.rules.ts'

/** A member as it was when it proved to know its password. */
export interface Proven {
  id: bigint
  email: string
  name: string
  password_hash: string
}

/** Whether who is signed in knows the password, guarded like at sign-in: a stolen session is no key to the account. Null when not. */
export async function proveByPassword(db: Database, memberId: bigint, password: string): Promise<Proven | null> {
  const member = await db.read
    .selectFrom('member')
    .select(['id', 'email', 'name', 'password_hash'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  const fits = await guess(db, { subject: whoIsSignedIn(memberId) }, () => passwordFits(member.password_hash, password))
  return fits ? member : null
}
