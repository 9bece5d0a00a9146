import { sql } from 'kysely'
import type { Reader } from '#db/db.ts'
import { deliveryState } from './delivery-state.ts'

/** What is due and not delivered, by when it was due at first: a callback that is tried again is late as well. */
export async function callbackBacklog(read: Reader): Promise<{ count: bigint; oldest: Date | null }> {
  const { rows } = await sql<{ count: bigint; oldest: Date | null }>`
    select count(*), min(first_due_at) as oldest from delivery where state = ${deliveryState.waiting} and due_at < now()`.execute(read)
  return rows[0] ?? { count: 0n, oldest: null }
}
