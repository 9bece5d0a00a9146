import { sql } from 'kysely'
import type { Database, Tx } from '#db/db.ts'
import { defaultBatchSize } from '#jobs/batches.ts'

/*
 * Stock counts are stored as changes in pieces, which the database writes when `counted_at` changes (`set-stock.ts`). The counts minus the sales
 * since then equal the remaining stock, which `ledger:check` verifies.
 */

const batchesMax = 100

/**
 * Keeps each count for 90 days, then merges it into one sum per stock. Counts from before the present stock began are summed separately. Merges the
 * oldest counts first, a limited number per transaction and night; the next night continues with the remaining counts.
 */
export async function sumOldCounts(db: Database, { batchSize = defaultBatchSize, batches = batchesMax } = {}): Promise<void> {
  for (let done = 0; done < batches; done += 1) if ((await db.transaction((tx) => sumBatch(tx, batchSize))) < batchSize) return
}

async function sumBatch(tx: Tx, batchSize: number): Promise<number> {
  const { rows } = await sql<{ summed: bigint }>`
    with old as (
      select id, stock_count.offer_id, change, at, coalesce(at >= since, false) as counts,
        row_number() over (partition by stock_count.offer_id, coalesce(at >= since, false) order by at, id) as nth
      from stock_count left join offer_stock using (offer_id) where at < now() - interval '90 days'
    ),
    -- The first one of each stock is what is there already.
    further as (select * from old where nth > 1 order by at, id limit ${batchSize}),
    together as (
      select * from further
      union all
      select * from old where nth = 1 and (offer_id, counts) in (select offer_id, counts from further)
    ),
    gone as (delete from stock_count where id = any(array(select id from together))),
    summed as (
      insert into stock_count (offer_id, change, at) select offer_id, sum(change), max(at) from together group by offer_id, counts
    )
    select count(*) as summed from further`.execute(tx)
  return Number(rows[0]?.summed ?? 0n)
}
