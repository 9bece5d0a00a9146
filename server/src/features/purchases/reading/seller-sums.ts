import { sql } from 'kysely'
import type { Reader } from '#core/db.ts'
import { type Days, purchasesOfGaps, summedAndGaps } from './unsummed.ts'

/**
 * The tries of purchases that are between `ids`, as the quality of sellers counts them: a number that the buyer got wrong counts for
 * nobody, unless another seller could deliver to it.
 */
export const triesBetween = sql`
  join attempt on attempt.purchase_id = purchase.id and attempt.purchase_id >= ids.first and attempt.purchase_id < ids.beyond
    and attempt.state in (4, 5) and not (attempt.buyers_fault and purchase.transactionrc <> 1)`

/** Of tries and their purchases, by seller; a success that was refunded has succeeded, and is not sold. */
export const sellerColumns = sql`
  count(*) as ended, count(*) filter (where attempt.state = 4) as succeeded,
  count(*) filter (where attempt.state = 4 and purchase.transactionrc = 1) as sold,
  coalesce(sum(purchase.price) filter (where attempt.state = 4 and purchase.transactionrc = 1), 0) as amount`

export interface SellerSum {
  seller_id: bigint
  name: string
  ended: bigint
  succeeded: bigint
  sold: bigint
  amount: bigint
}

const orders = {
  omzet: sql`amount desc`,
  transaksi: sql`sold desc`,
  /** Among equals the one with more tries has proved more. */
  gagal: sql`succeeded::numeric / ended, ended desc`,
} as const
export type SellerOrder = keyof typeof orders

/** Sellers by what was ordered in these days and tried at them; the first ones in this order. */
export async function sellersOfDays(read: Reader, days: Days, order: SellerOrder, limit: number): Promise<SellerSum[]> {
  const { rows } = await sql<SellerSum>`
    with ${summedAndGaps(days)},
    part as (
      select seller_id, ended, succeeded, sold, amount from seller_purchase_day join summed using (day)
      union all
      select attempt.seller_id, ${sellerColumns} from ${purchasesOfGaps} ${triesBetween} group by attempt.seller_id
    ),
    seller as (
      select seller_id, sum(ended)::bigint as ended, sum(succeeded)::bigint as succeeded, sum(sold)::bigint as sold, sum(amount)::bigint as amount
      from part group by seller_id
    )
    select ranked.*, member.name
    from (select * from seller order by ${orders[order]}, seller_id limit ${limit}) ranked join member on member.id = ranked.seller_id
    order by ${orders[order]}, seller_id`.execute(read)
  return rows
}
