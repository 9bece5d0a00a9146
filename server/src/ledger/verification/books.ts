import { sql } from 'kysely'
import { platform } from '../chart.ts'
import type { Rule } from './rule.ts'

/** Of the books by themselves, whatever they are about. */
export const rulesOfBooks: Rule[] = [
  {
    name: 'every entry set is one event whose legs sum to zero',
    query: sql`
      select 'entry set ' || set_id || ' of ' || min(event) || ' ' || min(reference) || ' has ' || count(*) || ' legs and sums to ' || sum(amount) as row
      from entry group by set_id
      having sum(amount) <> 0 or min(leg) <> 1 or max(leg) <> count(*) or min(event) <> max(event) or min(reference) <> max(reference) or min(at) <> max(at)`,
  },
  {
    name: 'every entry names an account that exists',
    query: sql`
      select 'entry set ' || set_id || ' names account ' || account_id as row from entry
      where not exists (select from wallet where member_id = account_id) and not exists (select from system_account where id = account_id)`,
  },
  {
    name: 'every balance equals the sum of its entries',
    query: sql`
      select 'wallet ' || wallet.member_id || ' has ' || wallet.balance || ', its entries sum to ' || coalesce(sums.total, 0) as row
      from wallet left join (select account_id, sum(amount) as total from entry where account_id > 0 group by account_id) sums on sums.account_id = wallet.member_id
      where wallet.balance <> coalesce(sums.total, 0)`,
  },
  {
    name: 'every running balance follows from one before',
    // Numbers of sets are drawn under the wallet's lock, so their order is that of its changes: what a statement shows.
    query: sql`
      select 'entry set ' || set_id || ' left wallet ' || account_id || ' at ' || balance_after || ', which had ' || stood || ' before ' || amount as row
      from (
        select set_id, account_id, amount, balance_after,
          coalesce(lag(balance_after) over (partition by account_id order by set_id, leg), 0) as stood
        from entry where account_id > 0
      ) steps
      where balance_after <> stood + amount`,
  },
  {
    name: 'the books run forward',
    // An entry has the time at which its transaction began, and its number is drawn later; no transaction takes an hour.
    query: sql`
      select 'entry set ' || set_id || ' is of ' || at || ', one before it of ' || coalesce(before, now()) as row
      from (
        select set_id, at, max(at) over (order by set_id rows between unbounded preceding and 1 preceding) as before from entry where leg = 1
      ) sets
      where at < before - interval '1 hour' or at > now() + interval '1 hour'`,
  },
  {
    name: 'no member is below zero',
    query: sql`select 'wallet ' || member_id || ' has ' || balance as row from wallet where balance < 0
      union all select 'entry set ' || set_id || ' left wallet ' || account_id || ' at ' || balance_after from entry where balance_after < 0`,
  },
  {
    name: 'the money in flight is the price of the pending purchases',
    query: sql`
      select 'in flight are ' || held.total || ', pending purchases cost ' || pending.total as row
      from (select coalesce(sum(amount), 0) as total from entry where account_id = ${sql.lit(platform.salesInFlight)}) held,
        (select coalesce(sum(price), 0) as total from purchase where transactionrc = 0) pending
      where held.total <> pending.total`,
  },
]
