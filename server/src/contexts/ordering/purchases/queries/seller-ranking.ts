import { sql } from 'kysely'
import type { Reader } from '#db/db.ts'
import { attemptState } from '../attempt-state.ts'
import { type Days, idsOfGaps, summedAndGaps } from './unsummed.ts'

// Literals and not parameters, so that partial indexes match whatever plan is used.
const success = sql.lit(attemptState.success)
const failed = sql.lit(attemptState.failed)

/**
 * Joins the ended attempts of purchases as the quality of sellers counts them: a failure caused by a wrong target is not counted, unless another
 * seller delivered to this target.
 */
export const attemptsOfPurchases = sql`
  join attempt on attempt.purchase_id = purchase.id and attempt.state in (${success}, ${failed}) and not (attempt.buyers_fault and purchase.transactionrc <> 1)`

/** The sums per seller. A success that was refunded later counts as succeeded, but not as sold. */
export const sellerColumns = sql`
  count(*) as ended, count(*) filter (where attempt.state = ${success}) as succeeded,
  count(*) filter (where attempt.state = ${success} and purchase.transactionrc = 1) as sold,
  coalesce(sum(purchase.price) filter (where attempt.state = ${success} and purchase.transactionrc = 1), 0) as amount`

/**
 * The sums per seller of the purchases between `from_at` and `until_at`, whose ids are in the range `ids`. A single lateral join applies the bounds
 * to both tables. Otherwise PostgreSQL reads all attempts to find those of one day.
 */
export const sellersBetween = sql`
  cross join lateral (
    select attempt.seller_id, ${sellerColumns} from purchase ${attemptsOfPurchases}
    where purchase.id >= ids.first and purchase.id < ids.beyond and attempt.purchase_id >= ids.first and attempt.purchase_id < ids.beyond
      and purchase.created_at >= from_at and purchase.created_at < until_at
    group by attempt.seller_id
  ) sums`

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
  /** If two sellers have equal rates, the seller with more attempts comes first, because its rate is more reliable. */
  gagal: sql`succeeded::numeric / ended, ended desc`,
} as const
export type SellerOrder = keyof typeof orders

/** The first sellers in the given order, computed from the attempts of the purchases of these days. */
export async function sellersOfDays(read: Reader, days: Days, order: SellerOrder, limit: number): Promise<SellerSum[]> {
  const { rows } = await sellersStatement(days, order, limit).execute(read)
  return rows
}

export const sellersStatement = (days: Days, order: SellerOrder, limit: number) => sql<SellerSum>`
  with ${summedAndGaps(days)},
  part as (
    select seller_id, ended, succeeded, sold, amount from seller_purchase_day join summed using (day)
    union all
    select sums.* from ${idsOfGaps} ${sellersBetween}
  ),
  seller as (
    select seller_id, sum(ended)::bigint as ended, sum(succeeded)::bigint as succeeded, sum(sold)::bigint as sold, sum(amount)::bigint as amount
    from part group by seller_id
  )
  select ranked.*, member.name
  from (select * from seller order by ${orders[order]}, seller_id limit ${limit}) ranked join member on member.id = ranked.seller_id
  order by ${orders[order]}, seller_id`
