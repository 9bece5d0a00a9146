import type { Tx } from '#db/db.ts'
import { deleteDevices } from './devices.ts'
import { revokeTokens } from './mailed-tokens.ts'
import { endSessions } from './sessions.ts'

/**
 * Called after a change of the e-mail address. Ends all access that was verified with the old address, and voids all links that were mailed to it.
 */
export async function endAccessByEmail(tx: Tx, memberId: bigint): Promise<void> {
  await endSessions(tx, memberId)
  await revokeTokens(tx, memberId, ['activate', 'reset', 'sign_in'])
  await deleteDevices(tx, memberId)
  await tx.deleteFrom('social_identity').where('member_id', '=', memberId).execute()
}
