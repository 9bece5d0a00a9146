import { deleteAttemptsAtDevice } from '#contexts/members/passwords/passwords.ts'
import { type Audit, anonymousActor } from '#contexts/system/audit/audit.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import { tokenHash } from '#shared/secrets.ts'
import { readMemberById } from './account.queries.ts'
import { registerDevice } from './devices.ts'
import { consumeToken, rateLimitLinkUse } from './mailed-tokens.ts'
import type { ClientInfo } from './sessions.ts'

/**
 * Allows the owner to sign in while others guess the password. The mailed link does not open a session, but makes this browser a known device with
 * its own attempts. Returns the device token.
 */
export async function openSignInLink(
  { db, audit, settings }: { db: Database; audit: Audit; settings: Settings },
  token: string,
  client: ClientInfo,
): Promise<string> {
  const { ipAddress } = client
  await rateLimitLinkUse(db, { token, purpose: 'sign_in', ipAddress, perHour: settings.get('access.activationsPerHour') })
  return db.transaction(async (tx) => {
    const memberId = await consumeToken(tx, token, 'sign_in')
    if (memberId === null) throw new Refusal('access.sign_in_link_invalid')
    const device = await registerDevice(tx, memberId, client)
    await deleteAttemptsAtDevice(tx, (await readMemberById(tx, memberId)).email, tokenHash(device))
    await audit.record(tx, { event: 'sign_in.link_used', by: anonymousActor(client.ipAddress), subject: memberId })
    return device
  })
}
