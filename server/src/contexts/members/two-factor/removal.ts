import type { Actor, Audit } from '#contexts/system/audit/audit.ts'
import type { Tx } from '#db/db.ts'

interface Removal {
  by: Actor
  memberId: bigint
  /** One that is on for longer stays. */
  since: Date
  reason: string
}

/**
 * Without a code of it: by who reads the owner's mail, while it is young enough to be a thief's, or by who runs the machine. Whoever
 * calls ends the sessions and tells the owner. False where there is none.
 */
export async function removeTwoFactor(tx: Tx, audit: Audit, { by, memberId, since, reason }: Removal): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('two_factor')
    .where('member_id', '=', memberId)
    .where('enabled_at', '>', since)
    .executeTakeFirst()
  if (numDeletedRows === 0n) return false
  await tx.deleteFrom('recovery_code').where('member_id', '=', memberId).execute()
  await audit.note(tx, { event: 'two_factor.removed', by, subject: memberId, reason })
  return true
}
