import { sql } from 'kysely'
import type { Database, Reader } from '#db/db.ts'
import type { Breach } from '#ledger/verification/verification.ts'
import { attemptsOfPurchases, sellerColumns } from './seller-ranking.ts'

/** Verifies that the stored sums of all summed days equal their purchases. Returns the first difference of each kind. */
export function verifyDays(db: Database): Promise<Breach[]> {
  return db.snapshot(async (read) => {
    await sql`set local statement_timeout = 0`.execute(read)
    return [
      ...(await breaches(read, 'the sums of a day are those of its purchases', sumsOfBuyers)),
      ...(await breaches(read, 'the total of a day is what its sums add up to', totals)),
      ...(await breaches(read, 'the sums of a day by seller are those of its tries', sumsOfSellers)),
    ]
  })
}

async function breaches(read: Reader, rule: string, wrong: typeof totals): Promise<Breach[]> {
  const { rows } = await sql<{ row: string }>`${wrong} limit 1`.execute(read)
  return rows.map(({ row }) => ({ rule, row }))
}

const sumsOfBuyers = sql`
  select 'on ' || day || ' buyer ' || buyer_id || ' has ' || coalesce(kept.purchases, 0) || ' purchases for ' || coalesce(kept.amount, 0)
    || ' in the sums and ' || coalesce(counted.purchases, 0) || ' for ' || coalesce(counted.amount, 0) || ' in the table' as row
  from (
    select day, buyer_id, seller_id, product_id, transactionrc, purchases, amount from purchase_day join purchase_day_summed using (day)
  ) kept full join (
    select day, buyer_id, seller_id, product_id, transactionrc, count(*) as purchases, sum(price) as amount
    from purchase join purchase_day_summed on day = (created_at at time zone 'Asia/Jakarta')::date
    group by day, buyer_id, seller_id, product_id, transactionrc
  ) counted using (day, buyer_id, seller_id, product_id, transactionrc)
  where (kept.purchases, kept.amount) is distinct from (counted.purchases, counted.amount)`

const totals = sql`
  select 'on ' || day || ' all with ' || transactionrc || ' are ' || coalesce(total.purchases, 0) || ' purchases for ' || coalesce(total.amount, 0)
    || ' in total and ' || coalesce(added.purchases, 0) || ' for ' || coalesce(added.amount, 0) || ' added up' as row
  from (
    select day, transactionrc, purchases, amount from purchase_day_total join purchase_day_summed using (day)
  ) total full join (
    select day, transactionrc, sum(purchases) as purchases, sum(amount) as amount
    from purchase_day join purchase_day_summed using (day) group by day, transactionrc
  ) added using (day, transactionrc)
  where (total.purchases, total.amount) is distinct from (added.purchases, added.amount)`

const sumsOfSellers = sql`
  select 'on ' || day || ' seller ' || seller_id || ' has ' || coalesce(kept.sums, '()') || ' in the sums and '
    || coalesce(counted.sums, '()') || ' in the table' as row
  from (
    select day, seller_id, row (ended, succeeded, sold, amount)::text as sums from seller_purchase_day join purchase_day_summed using (day)
  ) kept full join (
    select day, seller_id, row (ended, succeeded, sold, amount)::text as sums
    from (
      select day, attempt.seller_id, ${sellerColumns}
      from purchase_day_summed join purchase on day = (purchase.created_at at time zone 'Asia/Jakarta')::date ${attemptsOfPurchases}
      group by day, attempt.seller_id
    ) added
  ) counted using (day, seller_id)
  where kept.sums is distinct from counted.sums`
