import type { Database } from '#core/db.ts'
import { type Account, readMember } from './account.queries.ts'
import { countPassword } from './guessing.ts'
import { passwordFits } from './password.ts'

/**
 * Whether who is signed in knows the password, guarded like at sign-in: a stolen session is no key to the account. Null
 * when not, else the account as it was when that was proved.
 */
export async function proveByPassword(db: Database, memberId: bigint, password: string, address: string): Promise<Account | null> {
  const member = await readMember(db.read, memberId)
  const forgive = await countPassword(db, member.email.toLowerCase(), address)
  if (!(await passwordFits(member.password_hash, password))) return null
  await forgive()
  return member
}
