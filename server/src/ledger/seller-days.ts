import { type RawBuilder, sql } from 'kysely'
import type { Reader, Tx } from '#db/db.ts'
import { platformAccounts } from './chart.ts'

/*
 * Sales and refunds of sellers by ledger day. The seller of an entry is found through its attempt, since a sale that pays a debt completely has no
 * leg of the seller's wallet.
 */

const [inFlight, fee, receivable] = [platformAccounts.salesInFlight, platformAccounts.feeIncome, platformAccounts.sellerReceivable].map(
  (account) => sql.lit(account),
)

/** Sums the amounts of the entries that meet the condition. */
const sumWhere = (amount: RawBuilder<unknown>, condition: RawBuilder<unknown>) =>
  sql`coalesce(sum(${amount}) filter (where ${condition}), 0)`

const settled = sql`event = 'purchase.settled'`
const refunded = sql`event = 'purchase.refunded'`
const [more, less] = [sql`amount`, sql`-amount`]
const toBuyer = sql`${refunded} and account_id > 0 and amount > 0`

/** The columns of a seller's day, computed from its entries. */
const sellerSums = sql`
  count(*) filter (where ${settled} and account_id = ${inFlight}) as sales,
  ${sumWhere(less, sql`${settled} and account_id = ${inFlight}`)} as sold,
  ${sumWhere(more, sql`${settled} and account_id = ${fee}`)} as fee,
  ${sumWhere(more, sql`${settled} and account_id = ${receivable}`)} as recovered,
  ${sumWhere(more, sql`${settled} and account_id > 0`)} as paid,
  count(*) filter (where ${toBuyer}) as refunds,
  ${sumWhere(more, toBuyer)} as refunded,
  ${sumWhere(less, sql`${refunded} and account_id = ${receivable}`)} as uncovered,
  ${sumWhere(less, sql`${refunded} and account_id = ${fee}`)} as fee_returned`

const salesAndRefunds = sql`(${settled} or ${refunded})`

/** Stores the sales and refunds of all sellers on a day that has ended. The entry sets of the day are those from `first` and before `beyond`. */
export const sumSellerDay = (tx: Tx, { day, first, beyond }: { day: string; first: bigint; beyond: bigint }) =>
  sql`
    insert into seller_day (day, seller_id, sales, sold, fee, recovered, paid, refunds, refunded, uncovered, fee_returned)
    select ${day}::date, attempt.seller_id, ${sellerSums}
    from entry join attempt on attempt.id = entry.reference
    where entry.set_id >= ${first} and entry.set_id < ${beyond} and ${salesAndRefunds}
    group by attempt.seller_id`.execute(tx)

/** The money that all sales brought into a seller's wallet, minus what refunds took out of it. A refund returns the fee to the seller. */
export async function earnedOf(read: Reader, sellerId: bigint): Promise<bigint> {
  const days = await sellerDays(read, sellerId, undefined, undefined)
  return days.reduce((sum, { paid, refunded, fee_returned, uncovered }) => sum + paid - (refunded - fee_returned - uncovered), 0n)
}

/** The money that sales brought into a seller's wallet within these hours, including sales that were refunded since. */
export async function soldWithin(read: Reader, sellerId: bigint, hours: number): Promise<bigint> {
  const since = sql`(now() - ${hours} * interval '1 hour')`
  const { rows } = await sql<{ amount: bigint }>`
    select coalesce(sum(amount), 0)::bigint as amount from entry
    where account_id = ${sellerId} and account_id > 0 and ${settled} and at > ${since}
      and set_id >= ledger_day_begins((${since} at time zone 'Asia/Jakarta')::date)`.execute(read)
  return rows[0]?.amount ?? 0n
}

/** The money that the sale of one purchase brought into the seller's wallet within these hours, as a subquery on the row `purchase`. */
export const broughtWithin = (hours: number) => sql`(
  select sum(brought.amount) from attempt
  join entry sale on sale.reference = attempt.id and sale.event = 'purchase.settled' and sale.leg = 1
  join entry brought on brought.set_id = sale.set_id and brought.account_id = purchase.seller_id
  where attempt.purchase_id = purchase.id and sale.at > now() - ${hours} * interval '1 hour'
)`

interface MemberDay {
  memberId: bigint
  day: string
}

/** Members' balances at the end of a day, in the order of the given pairs. */
export async function closingBalances(read: Reader, asked: readonly MemberDay[]): Promise<bigint[]> {
  const { rows } = await sql<{ balance: bigint }>`
    with asked as materialized (
      select place, member_id, day from unnest(${asked.map(({ memberId }) => memberId)}::bigint[], ${asked.map(({ day }) => day)}::date[])
        with ordinality as asked(member_id, day, place)
    ),
    ended as materialized (select day, ledger_day_begins(day + 1) as beyond from (select distinct day from asked) days)
    select coalesce(stood.balance_after, 0)::bigint as balance
    from asked join ended on ended.day = asked.day
    left join lateral (
      select balance_after from entry
      where account_id = asked.member_id and account_id > 0 and set_id < ended.beyond
      order by set_id desc, leg desc limit 1
    ) stood on true
    order by place`.execute(read)
  return rows.map(({ balance }) => balance)
}

export interface SellerDay {
  day: string
  sales: bigint
  sold: bigint
  fee: bigint
  recovered: bigint
  paid: bigint
  refunds: bigint
  refunded: bigint
  uncovered: bigint
  /** The fees of sales that were refunded on this day; the sales may be older. */
  fee_returned: bigint
  /** True if the sums of the day are stored; otherwise more entries can still be booked on it. */
  kept: boolean
}

/**
 * Days on which a seller has sales or refunds, the newest first: stored days, and days that are computed from later entries. Entry sets are found by
 * the seller's wallet; sets that paid a debt completely are found by the receivable account. An entry set belongs to the day whose range of set
 * numbers contains it.
 */
export async function sellerDays(
  read: Reader,
  sellerId: bigint,
  from: string | undefined,
  until: string | undefined,
): Promise<SellerDay[]> {
  const within = sql`day between ${from ?? '-infinity'}::date and ${until ?? 'infinity'}::date`
  const { rows } = await sql<SellerDay>`
    with since as materialized (select coalesce(max(first_set), 0) as first_set from ledger_day),
    -- The day that is not kept yet; before any is, that of the oldest set.
    oldest as materialized (
      select coalesce(
        (select max(day) from ledger_day), (select (at at time zone 'Asia/Jakarta')::date from entry order by set_id, leg limit 1),
        (now() at time zone 'Asia/Jakarta')::date)::timestamp as day
    ),
    days as materialized (
      select array_agg(day.day::date order by day.day) as day, array_agg(ledger_day_begins(day.day::date) order by day.day) as first
      from oldest, generate_series(oldest.day, greatest(oldest.day, now() at time zone 'Asia/Jakarta'), interval '1 day') as day(day)
    ),
    moved as materialized (
      select set_id from since, entry where account_id = ${sellerId} and account_id > 0 and set_id >= since.first_set and ${salesAndRefunds}
      union
      select set_id from since, entry where account_id = ${receivable} and set_id >= since.first_set and ${salesAndRefunds}
    ),
    kept as (
      select day, sales::bigint, sold, fee, recovered, paid, refunds::bigint, refunded, uncovered, fee_returned, true as kept
      from seller_day where seller_id = ${sellerId} and ${within}
    ),
    open as (
      select day, ${sellerSums}, false as kept
      from (
        -- The first day has whatever is before it as well.
        select account_id, amount, event, days.day[greatest(width_bucket(entry.set_id, days.first), 1)] as day
        from moved join entry on entry.set_id = moved.set_id join attempt on attempt.id = entry.reference, days
        where ${salesAndRefunds} and attempt.seller_id = ${sellerId}
      ) booked
      where ${within}
      group by day
    )
    select day::text as day, sales, sold::bigint, fee::bigint, recovered::bigint, paid::bigint, refunds, refunded::bigint, uncovered::bigint,
      fee_returned::bigint, kept
    from (select * from kept union all select * from open) days order by days.day desc`.execute(read)
  return rows
}

/** The part of a sale that paid a debt of its seller; 0 for an attempt that has not succeeded. */
export async function recoveredBy(read: Reader, attemptId: bigint): Promise<bigint> {
  const { rows } = await sql<{ amount: bigint }>`
    select amount from entry
    where set_id = (select set_id from entry where reference = ${attemptId} and ${settled} and leg = 1) and account_id = ${receivable}`.execute(
    read,
  )
  return rows[0]?.amount ?? 0n
}
