import type { Actor, Audit } from '#contexts/system/audit/audit.ts'
import type { Outbox } from '#contexts/system/outbox/outbox.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import { lockCache } from '#db/cache-lock.ts'
import type { Tx } from '#db/db.ts'
import { keysSuspended } from './emails.ts'

interface RestDeps {
  audit: Audit
  outbox: Pick<Outbox, 'sendEmail'>
  settings: Settings
  publicUrl(): string
}

/**
 * A member may change the password because an attacker knew it, and that attacker may have created keys. Therefore keys of the last
 * `apiKeys.suspendRecentDays` days are suspended until the owner, who gets an e-mail, confirms them. Older keys stay active, because suspending them would
 * stop legitimate software.
 *
 * Acquires the cache lock, so it must run before anything that locks the member.
 */
export async function suspendKeys(
  tx: Tx,
  { audit, outbox, settings, publicUrl }: RestDeps,
  by: Actor,
  { id: memberId, email }: { id: bigint; email: string },
): Promise<void> {
  const days = settings.get('apiKeys.suspendRecentDays')
  if (days === 0) return
  await lockCache(tx)
  const suspended = await tx
    .updateTable('api_key')
    .set({ suspended_at: new Date() })
    .where('member_id', '=', memberId)
    .where('revoked_at', 'is', null)
    .where('suspended_at', 'is', null)
    .where('created_at', '>', new Date(Date.now() - days * 86_400_000))
    .returning(['id', 'name'])
    .execute()
  for (const { id } of suspended) await audit.record(tx, { event: 'key.rested', by, subject: id, after: {} })
  const names = suspended.map(({ name }) => name)
  if (names.length > 0) await outbox.sendEmail(tx, { memberId, email }, keysSuspended(names, `${publicUrl()}/periksaakun`))
}
