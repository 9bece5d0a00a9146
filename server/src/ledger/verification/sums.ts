import { sql } from 'kysely'
import type { Rule } from './rule.ts'

/*
 * Verifies the stored sums of the ledger. Each entry is assigned to its day or checkpoint by a binary search over the set numbers, since a range join
 * would compare each entry with each range.
 */

const sumsOfSellers = ['sales', 'sold', 'fee', 'recovered', 'paid', 'refunds', 'refunded', 'uncovered', 'fee_returned'] as const
type Side = 'kept' | 'counted'
const rowOf = (side: Side) => sql`(${sql.join(sumsOfSellers.map((sum) => sql.ref(`${side}.${sum}`)))})`
/** The sums with their names, so that the breach shows which of them differs. */
const namedSums = (side: Side) =>
  sql`concat_ws(', ', ${sql.join(sumsOfSellers.map((sum) => sql`${sql.lit(`${sum} `)} || coalesce(${sql.ref(`${side}.${sum}`)}, 0)`))})`

export const rulesOfSums: Rule[] = [
  {
    name: 'every day of the books has the entries of that day',
    // Correct sums of days do not show whether the days begin at the right set. A set number is drawn shortly after the time of its entries, and no
    // transaction takes an hour. If the clock was wrong by more than an hour around midnight, this breach is reported forever; an administrator has
    // to know whether the clock was the reason.
    query: sql`
      with days as (select array_agg(day order by day) as day, array_agg(first_set order by day) as first from ledger_day),
      sets as (select set_id, at, width_bucket(set_id, days.first) as nth, days.day from entry, days where leg = 1)
      select 'entry set ' || set_id || ' of ' || at || ' is in the books of ' || day[nth] as row
      from sets
      where (nth > 1 and at < day[nth]::timestamp at time zone 'Asia/Jakarta' - interval '1 hour')
        or (nth < cardinality(day) and at >= (day[nth] + 1)::timestamp at time zone 'Asia/Jakarta' + interval '1 hour')`,
  },
  {
    name: 'the days of a wallet are the sums of its entries',
    query: sql`
      with days as (select array_agg(day order by day) as day, array_agg(first_set order by day) as first from ledger_day)
      select 'on ' || day || ' wallet ' || member_id || ' has ' || coalesce(kept.paid_in, 0) || ' in and ' || coalesce(kept.paid_out, 0)
        || ' out in the sums, ' || coalesce(counted.paid_in, 0) || ' and ' || coalesce(counted.paid_out, 0) || ' in its entries' as row
      from wallet_day kept full join (
        select account_id as member_id, days.day[width_bucket(set_id, days.first)] as day,
          count(*) filter (where amount > 0) as entries_in, count(*) filter (where amount < 0) as entries_out,
          coalesce(sum(amount) filter (where amount > 0), 0) as paid_in, coalesce(-sum(amount) filter (where amount < 0), 0) as paid_out
        from entry, days
        where account_id > 0 and set_id < days.first[cardinality(days.first)]
        group by 1, 2
      ) counted using (member_id, day)
      where (kept.entries_in, kept.entries_out, kept.paid_in, kept.paid_out)
        is distinct from (counted.entries_in, counted.entries_out, counted.paid_in, counted.paid_out)`,
  },
  {
    name: 'the days of a seller are the sums of its sales and refunds',
    query: sql`
      with days as (select array_agg(day order by day) as day, array_agg(first_set order by day) as first from ledger_day)
      select 'on ' || day || ' seller ' || seller_id || ' has ' || ${namedSums('kept')} || ' in the sums and ' || ${namedSums('counted')} || ' in its entries' as row
      from seller_day kept full join (
        select attempt.seller_id, days.day[width_bucket(set_id, days.first)] as day,
          count(*) filter (where account_id = -1) as sales, coalesce(-sum(amount) filter (where account_id = -1), 0) as sold,
          coalesce(sum(amount) filter (where account_id = -4 and event = 'purchase.settled'), 0) as fee,
          coalesce(sum(amount) filter (where account_id = -7 and amount > 0), 0) as recovered,
          coalesce(sum(amount) filter (where account_id = attempt.seller_id and event = 'purchase.settled'), 0) as paid,
          count(*) filter (where account_id > 0 and account_id <> attempt.seller_id) as refunds,
          coalesce(sum(amount) filter (where account_id > 0 and account_id <> attempt.seller_id), 0) as refunded,
          coalesce(-sum(amount) filter (where account_id = -7 and amount < 0), 0) as uncovered,
          coalesce(-sum(amount) filter (where account_id = -4 and event = 'purchase.refunded'), 0) as fee_returned
        from entry join attempt on attempt.id = entry.reference, days
        where event in ('purchase.settled', 'purchase.refunded') and set_id < days.first[cardinality(days.first)]
        group by 1, 2
      ) counted using (seller_id, day)
      where ${rowOf('kept')} is distinct from ${rowOf('counted')}`,
  },
  {
    name: 'every checkpoint is what its account came to',
    query: sql`
      with marks as (select array_agg(distinct set_id order by set_id) as at from account_checkpoint)
      select 'account ' || account_id || ' moved by ' || coalesce(kept.amount, 0) || ' up to set ' || set_id || ', its entries by '
        || coalesce(booked.amount, 0) as row
      from (
        select account_id, set_id, balance - coalesce(lag(balance) over (partition by account_id order by set_id), 0) as amount
        from account_checkpoint
      ) kept full join (
        -- The first mark that is not before the entry; none for what is younger than all.
        select account_id, marks.at[width_bucket(set_id - 1, marks.at) + 1] as set_id, sum(amount) as amount
        from entry, marks
        where account_id < 0 and set_id <= marks.at[cardinality(marks.at)]
        group by 1, 2
      ) booked using (account_id, set_id)
      where coalesce(kept.amount, 0) <> coalesce(booked.amount, 0)`,
  },
]
