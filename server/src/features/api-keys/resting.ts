import type { Tx } from '#core/db.ts'
import { lockMirror } from '#core/mirror-lock.ts'
import type { Actor, Audit } from '../audit/audit.ts'
import type { Settings } from '../settings/settings.ts'

/**
 * Whoever changes the password may do so because somebody else knew it, and what that one would have left behind is a key. So
 * keys that were made lately rest until their owner confirms them; older ones would stop honest software. Answers their names.
 *
 * Takes the lock of the mirror, so it comes before anything that holds the member.
 */
export async function restKeys(tx: Tx, { audit, settings }: { audit: Audit; settings: Settings }, by: Actor, memberId: bigint) {
  const days = settings.get('apiKeys.restDays')
  if (days === 0) return []
  await lockMirror(tx)
  const rested = await tx
    .updateTable('api_key')
    .set({ resting_at: new Date() })
    .where('member_id', '=', memberId)
    .where('revoked_at', 'is', null)
    .where('resting_at', 'is', null)
    .where('created_at', '>', new Date(Date.now() - days * 86_400_000))
    .returning(['id', 'name'])
    .execute()
  for (const { id } of rested) await audit.note(tx, { event: 'key.rested', by, subject: id, after: {} })
  return rested.map(({ name }) => name)
}
