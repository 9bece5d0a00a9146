import { sql } from 'kysely'
import type { Database, Statement, Tx } from '#db/db.ts'
import { jakartaDayOf } from '#shared/clock.ts'
import { attemptState } from '../attempt-state.ts'
import { sellersBetween } from './seller-ranking.ts'

/**
 * Sums per day, so that lists add up days instead of purchases. A day is summed when it has ended and none of its purchases is pending. After that
 * only a refund can change it, and the refund deletes the sums of the day in its own transaction. Summing takes an exclusive lock on the day and
 * refunds take a shared lock, so a day either has exact sums or is counted directly.
 */
export async function sumDays(db: Database): Promise<void> {
  const { rows } = await sql<{ day: string }>`
    select ended.day::date::text as day
    from (select (created_at at time zone 'Asia/Jakarta')::date as begins from purchase order by id limit 1) oldest,
      generate_series(oldest.begins::timestamp, ((now() - interval '5 minutes') at time zone 'Asia/Jakarta')::date - 1, interval '1 day') as ended(day)
    where not exists (select from purchase_day_summed where purchase_day_summed.day = ended.day::date)
    order by 1`.execute(db.read)
  for (const { day } of rows) await db.transaction((tx) => sumDay(tx, day))
}

/** The first key of the advisory locks on days; the second key is the day. */
const lockClass = 8002

async function sumDay(tx: Tx, day: string): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx)
  await sql`select pg_advisory_xact_lock(${lockClass}, ${day}::date - date '2000-01-01')`.execute(tx)
  if (!(await canBeSummed(tx, day))) return
  await sql`delete from purchase_day where day = ${day}::date`.execute(tx)
  await sql`delete from purchase_day_total where day = ${day}::date`.execute(tx)
  await sql`delete from seller_purchase_day where day = ${day}::date`.execute(tx)
  await sql`
    insert into purchase_day (buyer_id, seller_id, product_id, day, transactionrc, purchases, amount)
    select buyer_id, seller_id, product_id, ${day}::date, transactionrc, count(*), sum(price)
    from ${momentsOf(day)}, purchase_ids(from_at, until_at) ids, purchase
    where purchase.id >= ids.first and purchase.id < ids.beyond and created_at >= from_at and created_at < until_at
    group by buyer_id, seller_id, product_id, transactionrc`.execute(tx)
  await sql`
    insert into customer (seller_id, buyer_id)
    select distinct seller_id, buyer_id from purchase_day where day = ${day}::date order by 1, 2
    on conflict do nothing`.execute(tx)
  await sql`
    insert into purchase_day_total (day, transactionrc, purchases, amount)
    select day, transactionrc, sum(purchases), sum(amount) from purchase_day where day = ${day}::date group by day, transactionrc`.execute(
    tx,
  )
  await sql`
    insert into seller_purchase_day (day, seller_id, ended, succeeded, sold, amount)
    select ${day}::date, sums.* from ${momentsOf(day)} cross join lateral purchase_ids(from_at, until_at) ids ${sellersBetween}`.execute(tx)
  await sql`insert into purchase_day_summed (day) values (${day}::date)`.execute(tx)
}

/** True if all purchases of the day are committed, none of them is pending, and no other process has summed the day. */
async function canBeSummed(tx: Tx, day: string): Promise<boolean> {
  // A transaction that began before the end of the day may still insert an order of this day. Orders of transactions that have ended are visible to
  // the next statement.
  const open = await sql`
    select from ${momentsOf(day)}, pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start < until_at limit 1`.execute(tx)
  if (open.rows.length > 0) return false
  const { rows } = await sql<{ can: boolean }>`
    select not exists (select from purchase_day_summed where day = ${day}::date)
      and not exists (
        select from attempt join purchase on purchase.id = attempt.purchase_id
        where attempt.state <= ${sql.lit(attemptState.unknown)} and purchase.created_at >= from_at and purchase.created_at < until_at
      ) as can
    from ${momentsOf(day)}`.execute(tx)
  return rows[0]?.can === true
}

const momentsOf = (day: string) => sql`(
  select ${day}::date::timestamp at time zone 'Asia/Jakarta' as from_at, (${day}::date + 1)::timestamp at time zone 'Asia/Jakarta' as until_at
) moments`

/** Deletes the sums of the day. Every change of a final purchase must call this in the same transaction, before or after the change. */
export async function invalidateDaySums(tx: Tx, createdAt: Date): Promise<void> {
  const day = jakartaDayOf(createdAt)
  await tx.run(lockDayShared, [day])
  // A separate statement, so that it also sees sums that were committed while the transaction waited for the lock.
  await tx.run(deleteDaySums, [day])
}

const lockDayShared: Statement = {
  name: 'purchases.lock-day-shared',
  text: `select pg_advisory_xact_lock_shared(${lockClass}, $1::date - date '2000-01-01')`,
}

const deleteDaySums: Statement = { name: 'purchases.delete-day-sums', text: 'delete from purchase_day_summed where day = $1::date' }
