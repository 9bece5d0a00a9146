import type { Actor, Audit } from '#contexts/system/audit/audit.ts'
import type { Outbox } from '#contexts/system/outbox/outbox.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import { lockCache } from '#db/cache-lock.ts'
import type { Tx } from '#db/db.ts'
import { xmppSuspended } from './emails.ts'

interface SuspendDeps {
  audit: Audit
  outbox: Pick<Outbox, 'sendEmail'>
  settings: Settings
  publicUrl(): string
}

interface Owner {
  id: bigint
  email: string
}

/**
 * After a new password, Jabber is treated as API keys are (`suspendKeys`): an address that has been allowed to order only in the last
 * `apiKeys.suspendRecentDays` days is disabled until its owner enables it again, and a secret of these days is removed, because a thief may have made
 * both. The owner gets an e-mail.
 *
 * Acquires the cache lock, so it must run before anything that locks the member.
 */
export async function suspendXmpp(
  tx: Tx,
  { audit, outbox, settings, publicUrl }: SuspendDeps,
  by: Actor,
  { id: memberId, email }: Owner,
): Promise<void> {
  const days = settings.get('apiKeys.suspendRecentDays')
  if (days === 0) return
  const since = new Date(Date.now() - days * 86_400_000)
  await lockCache(tx)
  const jids = await disableYoung(tx, audit, by, { memberId, since })
  const secret = await tx
    .deleteFrom('jabber_secret')
    .where('member_id', '=', memberId)
    .where('created_at', '>', since)
    .returning('member_id')
    .executeTakeFirst()
  if (secret) await audit.record(tx, { event: 'jabber.secret_removed', by, subject: memberId })
  if (secret || jids.length > 0)
    await outbox.sendEmail(tx, { memberId, email }, xmppSuspended({ jids, secret: secret !== undefined }, `${publicUrl()}/periksaakun`))
}

/** Disables addresses by the time since when they may order, so that one that was enabled again lately counts as well as one that was added. */
async function disableYoung(tx: Tx, audit: Audit, by: Actor, { memberId, since }: { memberId: bigint; since: Date }): Promise<string[]> {
  const disabled = await tx
    .updateTable('jabber_id')
    .set({ enabled: false })
    .where('member_id', '=', memberId)
    .where('archived_at', 'is', null)
    .where('enabled', '=', true)
    .where('orders_since', '>', since)
    .returning(['id', 'jid', 'tells_all'])
    .execute()
  for (const { id, ...facts } of disabled)
    await audit.record(tx, {
      event: 'jabber.changed',
      by,
      subject: id,
      before: { ...facts, enabled: true },
      after: { ...facts, enabled: false },
    })
  return disabled.map(({ jid }) => jid)
}
