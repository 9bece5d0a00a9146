import { sql } from 'kysely'
import type { Reader } from '#db/db.ts'

/** The orders of one buyer that have not ended yet, and the part of the buyer's balance that they reserve. */
interface Running {
  orders: bigint
  amount: bigint
}

/**
 * Finds the running orders of a buyer by the open attempts (every pending purchase has exactly one, see ledger/verification/). Open attempts are few
 * and indexed, while an index of pending purchases would make every change of a purchase more expensive. The subquery per attempt prevents PostgreSQL
 * from reading all purchases of a large buyer.
 */
export async function runningOf(read: Reader, buyerId: bigint): Promise<Running> {
  const { rows } = await sql<Running>`
    select count(*) as orders, coalesce(sum((select price from purchase where purchase.id = attempt.purchase_id)), 0)::bigint as amount
    from attempt
    where state <= 3 and (select buyer_id from purchase where purchase.id = attempt.purchase_id) = ${buyerId}`.execute(read)
  const [found] = rows
  if (found === undefined) throw new Error('count query returned no row')
  return found
}
