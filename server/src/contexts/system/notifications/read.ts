import { sql } from 'kysely'
import type { Database, Tx } from '#db/db.ts'
import { publishBoxes } from './notify.ts'

/** Marks as read all notifications up to the sequence number that was shown; later ones have a larger number. */
export const readUpTo = (db: Database, memberId: bigint, seq: bigint): Promise<void> =>
  markRead(db, memberId, (tx) =>
    sql`update notification set read_at = now() where member_id = ${memberId} and seq <= ${seq} and read_at is null`.execute(tx),
  )

/** Marks one notification as read, unless it was repeated since it was shown. */
export const readOne = (db: Database, memberId: bigint, seq: bigint): Promise<void> =>
  markRead(db, memberId, (tx) =>
    sql`update notification set read_at = now() where member_id = ${memberId} and seq = ${seq} and read_at is null`.execute(tx),
  )

/** Locks the member's inbox, as writing a notification does. */
async function markRead(db: Database, memberId: bigint, mark: (tx: Tx) => Promise<{ numAffectedRows?: bigint }>): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.selectFrom('notification_inbox').select('last_seq').where('member_id', '=', memberId).forUpdate().executeTakeFirst()
    const { numAffectedRows = 0n } = await mark(tx)
    if (numAffectedRows > 0n) await publishBoxes(tx, [memberId])
  })
}
