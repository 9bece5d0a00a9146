import { sql } from 'kysely'
import type { Reader } from '#db/db.ts'

/** Orders of one buyer that have not ended yet, and what of its balance is in them. */
interface Running {
  orders: bigint
  amount: bigint
}

/**
 * What one buyer has running just now, by way of the live attempts, of which every pending purchase has exactly one (ledger/verification/): they are
 * few and have an index, while an index of pending purchases would make every change of a purchase dearer. The buyer is looked up for
 * each of them, which PostgreSQL cannot turn into reading all that a large buyer ever bought.
 */
export async function runningOf(read: Reader, buyerId: bigint): Promise<Running> {
  const { rows } = await sql<Running>`
    select count(*) as orders, coalesce(sum((select price from purchase where purchase.id = attempt.purchase_id)), 0)::bigint as amount
    from attempt
    where state <= 3 and (select buyer_id from purchase where purchase.id = attempt.purchase_id) = ${buyerId}`.execute(read)
  const [found] = rows
  if (found === undefined) throw new Error('a count without a row')
  return found
}
