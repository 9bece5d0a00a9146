import type { Actor, Audit } from '#contexts/system/audit/audit.ts'
import type { Tx } from '#db/db.ts'

interface Removal {
  by: Actor
  memberId: bigint
  /** Only two-factor that was enabled after this time is removed. */
  since: Date
  reason: string
}

/**
 * Removes two-factor without a code: after a password reset by e-mail if it was enabled recently, or by the operator of the server. The caller ends
 * the sessions and mails the owner. False if nothing was removed.
 */
export async function removeTwoFactor(tx: Tx, audit: Audit, { by, memberId, since, reason }: Removal): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('two_factor')
    .where('member_id', '=', memberId)
    .where('enabled_at', '>', since)
    .executeTakeFirst()
  if (numDeletedRows === 0n) return false
  await tx.deleteFrom('recovery_code').where('member_id', '=', memberId).execute()
  await audit.record(tx, { event: 'two_factor.removed', by, subject: memberId, reason })
  return true
}
