import { sql } from 'kysely'
import { type Audit, systemActor } from '#contexts/system/audit/audit.ts'
import type { Database, Tx } from '#db/db.ts'
import { sweptAtOnce } from '#jobs/retention.ts'

/*
 * How stocks were counted, as changes, which the database writes down itself where `counted_at` moves (`set-stock.ts`). With what was sold since, they are what
 * is left, as `ledger:check` proves.
 */

/**
 * Processes of the version before count without a word of it until the last of them is gone. What they leave behind is made good for a day after the
 * migration of this version, and stands in the audit, as one sum per seller; later it is a finding. One statement sees stocks, counts and sales at one moment.
 */
export async function recountStocks({ db, audit }: { db: Database; audit: Pick<Audit, 'noteAll'> }): Promise<void> {
  if (!(await isNewVersion(db))) return
  await db.transaction(async (tx) => {
    // One after another: two would make the same good twice. Whoever counts a stock waits for it, and it for nobody who waits.
    await sql`lock table stock_count in share row exclusive mode`.execute(tx)
    await sql`
      insert into stock_count (offer_id, change)
      select stock.offer_id, stock.remaining + coalesce(sold.pieces, 0) - coalesce(counted.pieces, 0)
      from offer_stock stock
      left join (
        select stock_count.offer_id, sum(change) as pieces from stock_count join offer_stock on offer_stock.offer_id = stock_count.offer_id and at >= since group by stock_count.offer_id
      ) counted on counted.offer_id = stock.offer_id
      left join (
        select attempt.offer_id, count(*) as pieces from attempt join offer_stock on offer_stock.offer_id = attempt.offer_id and attempt.created_at >= since
        where attempt.stocked and attempt.state not in (5, 6) group by attempt.offer_id
      ) sold on sold.offer_id = stock.offer_id
      where stock.remaining + coalesce(sold.pieces, 0) <> coalesce(counted.pieces, 0)`.execute(tx)
    const { rows } = await sql<{ seller: bigint; pieces: bigint }>`
      select seller, (coalesce(counted.pieces, 0) - coalesce(noted.pieces, 0))::bigint as pieces
      from (select seller_id as seller, sum(change) as pieces from stock_count join offer on offer.id = offer_id group by seller_id) counted
      full join (
        select split_part(subject, ' ', 2)::bigint as seller, (after -> 'after' ->> 'pieces')::bigint as pieces
        from audit where event = 'audit.backfilled' and subject like 'stock.counted %'
      ) found using (seller)
      full join (
        select subject::bigint as seller, sum((after ->> 'pieces')::bigint) as pieces from audit where event in ('stock.counted', 'stock.recounted') group by subject
      ) said using (seller)
      cross join lateral (select coalesce(found.pieces, 0) + coalesce(said.pieces, 0) as pieces) noted
      where coalesce(counted.pieces, 0) <> noted.pieces`.execute(tx)
    await audit.noteAll(
      tx,
      rows.map(({ seller, pieces }) => ({
        event: 'stock.recounted' as const,
        by: systemActor,
        subject: seller,
        after: { pieces: Number(pieces) },
      })),
    )
  })
}

/** By the row that migration 0140 left in the audit, where nobody moves it. Where nothing was offered before it, there was no version before. */
async function isNewVersion({ read }: Database): Promise<boolean> {
  const { rows } = await sql<{ young: boolean }>`
    select min(at) > now() - interval '1 day' and bool_or((after ->> 'offers')::bigint > 0) as young from audit where event = 'audit.backfilled' and subject = 'all'`.execute(
    read,
  )
  return rows[0]?.young ?? false
}

const portionsMax = 100

/**
 * Counts are kept one by one for a while, and then as one sum per stock; those of a stock that ended before the one of now stay behind it. The oldest go
 * first and so many in a transaction; what a night does not reach is the oldest of the next one.
 */
export async function sumOldCounts(db: Database, { portion = sweptAtOnce, portions = portionsMax } = {}): Promise<void> {
  for (let done = 0; done < portions; done += 1) if ((await db.transaction((tx) => sumPortion(tx, portion))) < portion) return
}

async function sumPortion(tx: Tx, portion: number): Promise<number> {
  const { rows } = await sql<{ summed: bigint }>`
    with old as (
      select id, stock_count.offer_id, change, at, coalesce(at >= since, false) as counts,
        row_number() over (partition by stock_count.offer_id, coalesce(at >= since, false) order by at, id) as nth
      from stock_count left join offer_stock using (offer_id) where at < now() - interval '90 days'
    ),
    -- The first one of each stock is what is there already.
    further as (select * from old where nth > 1 order by at, id limit ${portion}),
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
