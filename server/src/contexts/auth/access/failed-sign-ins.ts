import { type Audit, anonymousActor } from '#contexts/system/audit/audit.ts'
import type { Database } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import { findMemberByEmail } from './account.queries.ts'
import type { ClientInfo } from './sessions.ts'

/**
 * Runs a sign-in and audits a failure with its reason, and with the account if one has this e-mail (`email` is empty if none was sent). All e-mail
 * addresses cause the same steps, so that the response time does not reveal which accounts exist. The entered e-mail is not stored, because people
 * sometimes type their password into this field.
 */
export async function withFailureAudit<Token>(
  { db, audit }: { db: Database; audit: Audit },
  { email, ipAddress }: { email: string } & Pick<ClientInfo, 'ipAddress'>,
  signIn: () => Promise<Token>,
): Promise<Token> {
  try {
    return await signIn()
  } catch (error) {
    // `access.mfa_needed` after a correct password is not a failure: the sign-in continues with the second factor.
    if (error instanceof Refusal && error.code !== 'access.mfa_needed') {
      const member = await findMemberByEmail(db.read, email)
      const failed = {
        event: 'sign_in.failed',
        by: anonymousActor(ipAddress),
        subject: member?.id ?? '',
        after: { why: error.code },
      } as const
      await audit.recordRefused(failed, email === '' ? undefined : email.toLowerCase())
    }
    throw error
  }
}
