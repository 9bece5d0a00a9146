import { sql } from 'kysely'
import { openClaimsOf } from '#contexts/funds/debts/debts.ts'
import type { Tx } from '#db/db.ts'

/** Whether the member has pending orders, tickets or claims that could still change its balance. */
export async function hasPendingTransactions(tx: Tx, memberId: bigint): Promise<boolean> {
  const { rows } = await sql<{ pending: boolean }>`
    select exists (select from top_up where member_id = ${memberId} and state in (0, 1))
      or exists (
        select from attempt where state <= 3
          and ((select buyer_id from purchase where purchase.id = attempt.purchase_id) = ${memberId} or seller_id = ${memberId})
      ) as pending`.execute(tx)
  if (rows[0]?.pending !== false) return true
  const { against, own } = await openClaimsOf(tx, memberId)
  return against.count + own > 0
}
