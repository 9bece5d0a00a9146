import type { Database } from '#core/db.ts'
import { countGuess, forgetGuess, forgetGuesses, freeGuesses } from '#core/guessing.ts'
import { networkOf } from '#core/network.ts'

/**
 * An account that is being guessed at waits, but its owner must still get in: who comes from an address that this account
 * has a session from is counted apart from the rest of the world.
 */
async function fromKnownAddress(db: Database, subject: string, email: string, address: string): Promise<string> {
  const sessions = await db.read
    .selectFrom('session')
    .innerJoin('member', 'member.id', 'session.member_id')
    .select('session.address')
    .distinct()
    .where((where) => where(where.fn<string>('lower', ['member.email']), '=', email))
    .execute()
  const network = networkOf(address)
  return sessions.some((one) => one.address !== null && networkOf(one.address) === network) ? `${subject} from ${network}` : subject
}

/** An address signs in to many accounts, behind a shared line too, so it has ten times the patience. */
const patience = freeGuesses * 10

export const countAddress = (db: Database, address: string): Promise<void> => countGuess(db, ofAddress(address), patience)

/** Only this try is given back. Else somebody could reset the count of an address by signing in to an account of its own. */
export const forgiveAddress = (db: Database, address: string): Promise<void> => forgetGuess(db, ofAddress(address))

const ofAddress = (address: string) => `address:${networkOf(address)}`

/** Counts a guess at the password of this e-mail; the function it gives back clears the count when the guess was right. */
export async function countPassword(db: Database, email: string, address: string): Promise<() => Promise<void>> {
  const subject = await fromKnownAddress(db, `email:${email}`, email, address)
  await countGuess(db, subject)
  return () => forgetGuesses(db, subject)
}

/** Likewise at the second factor. Counted per account, so that a new challenge brings no new tries. */
export async function countSecondFactor(db: Database, email: string, address: string): Promise<() => Promise<void>> {
  const subject = await fromKnownAddress(db, `mfa:${email}`, email, address)
  await countGuess(db, subject)
  return () => forgetGuesses(db, subject)
}
