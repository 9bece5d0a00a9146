import { deleteAttemptsAtDevice } from '#contexts/members/passwords/passwords.ts'
import { type Audit, anonymousActor } from '#contexts/system/audit/audit.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import { tokenHash } from '#shared/secrets.ts'
import { readMember } from './account.queries.ts'
import { registerDevice } from './devices.ts'
import { countLinkUse, spendToken } from './mailed-tokens.ts'
import type { Origin } from './sessions.ts'

/**
 * Allows the owner to sign in while others guess the password. The mailed link does not open a session, but makes this browser a known device with
 * its own attempts. Returns the device token.
 */
export async function openSignInLink(
  { db, audit, settings }: { db: Database; audit: Audit; settings: Settings },
  token: string,
  origin: Origin,
): Promise<string> {
  const { ipAddress } = origin
  await countLinkUse(db, { token, purpose: 'sign_in', ipAddress, perHour: settings.get('access.activationsPerHour') })
  return db.transaction(async (tx) => {
    const memberId = await spendToken(tx, token, 'sign_in')
    if (memberId === null) throw new Refusal('access.sign_in_link_invalid')
    const device = await registerDevice(tx, memberId, origin)
    await deleteAttemptsAtDevice(tx, (await readMember(tx, memberId)).email, tokenHash(device))
    await audit.record(tx, { event: 'sign_in.link_used', by: anonymousActor(origin.ipAddress), subject: memberId })
    return device
  })
}
