import { sql } from 'kysely'
import type { Reader } from '#db/db.ts'
import { deliveryState } from './delivery-state.ts'

/**
 * Due callbacks that are not delivered yet, with the time at which the oldest first became due: a callback that is being retried counts as late, too.
 */
export async function callbackBacklog(read: Reader): Promise<{ count: bigint; oldest: Date | null }> {
  const { rows } = await sql<{ count: bigint; oldest: Date | null }>`
    select count(*), min(first_due_at) as oldest from delivery where state = ${deliveryState.waiting} and due_at < now()`.execute(read)
  return rows[0] ?? { count: 0n, oldest: null }
}
