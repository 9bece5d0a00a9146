import type { Actor, Audit } from '#contexts/system/audit/audit.ts'
import type { Outbox } from '#contexts/system/outbox/outbox.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import { lockCache } from '#db/cache-lock.ts'
import type { Tx } from '#db/db.ts'
import { keysRest } from './emails.ts'

interface RestDeps {
  audit: Audit
  outbox: Pick<Outbox, 'mail'>
  settings: Settings
  publicUrl(): string
}

/**
 * Whoever changes the password may do so because somebody else knew it, and what that one would have left behind is a key. So
 * keys that were made lately rest until their owner, who is told by a letter, confirms them; older ones would stop honest software.
 *
 * Takes the cache lock, so it comes before anything that holds the member.
 */
export async function suspendKeys(
  tx: Tx,
  { audit, outbox, settings, publicUrl }: RestDeps,
  by: Actor,
  { id: memberId, email }: { id: bigint; email: string },
): Promise<void> {
  const days = settings.get('apiKeys.restDays')
  if (days === 0) return
  await lockCache(tx)
  const rested = await tx
    .updateTable('api_key')
    .set({ suspended_at: new Date() })
    .where('member_id', '=', memberId)
    .where('revoked_at', 'is', null)
    .where('suspended_at', 'is', null)
    .where('created_at', '>', new Date(Date.now() - days * 86_400_000))
    .returning(['id', 'name'])
    .execute()
  for (const { id } of rested) await audit.note(tx, { event: 'key.rested', by, subject: id, after: {} })
  const names = rested.map(({ name }) => name)
  if (names.length > 0) await outbox.mail(tx, { memberId, email }, keysRest(names, `${publicUrl()}/periksaakun`))
}
