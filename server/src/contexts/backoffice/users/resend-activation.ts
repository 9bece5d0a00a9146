import { rateLimitEmailRequest, resendActivationEmail } from '#contexts/auth/access/access.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { lockUser, type UserDeps } from './locked-user.ts'

/** Mails a new link for the newest sign-up of the member, with the same rate limit as a request of the member itself. */
export async function resendActivation(deps: UserDeps & { settings: Settings }, by: Caller, id: bigint): Promise<void> {
  const { db, audit, outbox, publicUrl } = deps
  const known = await db.read.selectFrom('member').select('email').where('id', '=', id).executeTakeFirst()
  if (!known) throw new Refusal('not_found.member')
  await rateLimitEmailRequest(deps, { purpose: 'activate', email: known.email.toLowerCase(), ipAddress: by.ipAddress })
  await db.transaction(async (tx) => {
    const user = await lockUser(tx, by, id)
    if (user.activated) throw new Refusal('member.activated')
    await resendActivationEmail(tx, outbox, user, publicUrl())
    await audit.record(tx, { event: 'activation.resent', by, subject: id })
  })
}
