import { type Audit, anonymousActor } from '#contexts/system/audit/audit.ts'
import type { Database } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import { findMember } from './account.queries.ts'
import type { Origin } from './sessions.ts'

/**
 * Signs in, and notes when that was refused: at which account, if there is one by that name (empty where none was named), and
 * why. The same is done for every name, so that nobody learns from the time that it takes which exist. What was typed as a
 * name is not kept: people type their password there.
 */
export async function notingFailure<Token>(
  { db, audit }: { db: Database; audit: Audit },
  { email, address }: { email: string } & Pick<Origin, 'address'>,
  signIn: () => Promise<Token>,
): Promise<Token> {
  try {
    return await signIn()
  } catch (error) {
    // Half of a sign-in is no failure.
    if (error instanceof Refusal && error.code !== 'access.mfa_needed') {
      const member = await findMember(db.read, email)
      const failed = {
        event: 'sign_in.failed',
        by: anonymousActor(address),
        subject: member?.id ?? '',
        after: { why: error.code },
      } as const
      await audit.noteRefused(failed, email === '' ? undefined : email.toLowerCase())
    }
    throw error
  }
}
