import { type Actor, systemActor } from '#contexts/system/audit/audit.ts'
import { lockCache } from '#db/cache-lock.ts'
import type { Tx } from '#db/db.ts'
import type { XmppAddress } from './addresses.ts'
import type { XmppDeps } from './deps.ts'
import { xmppIdLost } from './emails.ts'

/**
 * Verifies an address after a command with this member's key was sent from it: from now on the address belongs to this member, and entries of other
 * members for it are removed. Must be called before the transaction locks anything else. False if the address was verified for another member in the
 * meantime, or may no longer order.
 */
export async function verifyAddress(tx: Tx, { audit, outbox }: Pick<XmppDeps, 'audit' | 'outbox'>, address: XmppAddress): Promise<boolean> {
  const { id, memberId, jid } = address
  await lockCache(tx)
  const claims = await tx
    .selectFrom('jabber_id')
    .innerJoin('member', 'member.id', 'jabber_id.member_id')
    .select(['jabber_id.id', 'jabber_id.member_id', 'jabber_id.enabled', 'jabber_id.verified_at', 'member.email'])
    .where('jabber_id.jid', '=', jid)
    .where('jabber_id.archived_at', 'is', null)
    .orderBy('jabber_id.id')
    .execute()
  const own = claims.find((claim) => claim.id === id)
  if (!own?.enabled) return false
  if (own.verified_at !== null) return true
  const others = claims.filter((claim) => claim.id !== id)
  if (others.some(({ verified_at }) => verified_at !== null)) return false
  if (others.length > 0)
    await tx
      .updateTable('jabber_id')
      .set({ archived_at: new Date() })
      .where(
        'id',
        'in',
        others.map((claim) => claim.id),
      )
      .execute()
  for (const { id: lost, member_id, email } of others) {
    await outbox.sendEmail(tx, { memberId: member_id, email }, xmppIdLost(jid))
    await audit.record(tx, { event: 'jabber.lost', by: systemActor, subject: lost, before: { jid } })
  }
  await tx.updateTable('jabber_id').set({ verified_at: new Date() }).where('id', '=', id).execute()
  const by: Actor = { memberId, sessionId: null, ipAddress: '' }
  await audit.record(tx, { event: 'jabber.verified', by, subject: id, after: { jid } })
  return true
}
