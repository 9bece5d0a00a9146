import { removeTwoFactor } from '#contexts/members/two-factor/two-factor.ts'
import { type Audit, onTheMachine } from '#contexts/system/audit/audit.ts'
import type { Outbox } from '#contexts/system/outbox/outbox.ts'
import type { Database } from '#db/db.ts'
import { findMemberByEmail, lockMember } from './account.queries.ts'
import { lostFactorEmail } from './emails.ts'
import { endSessions } from './sessions.ts'

interface Deps {
  db: Database
  audit: Audit
  outbox: Pick<Outbox, 'sendEmail'>
}

/**
 * For a member that lost the authenticator and all recovery codes, or whose two-factor was turned on by a thief. The operator of the platform runs it
 * on the server after verifying the person in another way. It is a command and not an API call, because it must also help the only administrator.
 */
export async function removeLostFactor(
  { db, audit, outbox }: Deps,
  email: string,
  reason: string,
): Promise<'removed' | 'unknown_email' | 'not_enabled'> {
  const member = await findMemberByEmail(db.read, email)
  if (!member) return 'unknown_email'
  const { id: memberId } = member
  return db.transaction(async (tx) => {
    await lockMember(tx, memberId)
    if (!(await removeTwoFactor(tx, audit, { by: onTheMachine, memberId, since: new Date(0), reason }))) return 'not_enabled'
    await endSessions(tx, memberId)
    await outbox.sendEmail(tx, { memberId, email: member.email }, lostFactorEmail(member.name))
    return 'removed'
  })
}
