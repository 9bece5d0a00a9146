import { type Audit, anonymousActor } from '#contexts/system/audit/audit.ts'
import type { Database } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import { findMember } from './account.queries.ts'
import type { Origin } from './sessions.ts'

/**
 * Signs in and audits a refusal: the account if one has this e-mail (`email` is empty if none was given) and the reason. Every address takes the same
 * steps, so that the response time does not reveal which accounts exist. The typed e-mail is not stored: people type their password there.
 */
export async function notingFailure<Token>(
  { db, audit }: { db: Database; audit: Audit },
  { email, address }: { email: string } & Pick<Origin, 'address'>,
  signIn: () => Promise<Token>,
): Promise<Token> {
  try {
    return await signIn()
  } catch (error) {
    // The first step of a two-factor sign-in is no failure.
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
