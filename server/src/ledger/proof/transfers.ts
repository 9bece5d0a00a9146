import { sql } from 'kysely'
import { house } from '../chart.ts'
import { eventsOfSales, type Rule } from './rule.ts'

const banks = sql`(select id from house_account where code ~ '^\\d\\d$')`

/**
 * Events between a member, the banks and the house: each moves one amount from one account to another. `wallet` and `bank`
 * are those of the two accounts that are one.
 */
const transfers = sql`
  transfer as materialized (
    select set_id, event, reference, count(*) as legs, max(amount) as amount,
      min(account_id) filter (where amount < 0) as source, min(account_id) filter (where amount > 0) as sink,
      max(account_id) filter (where account_id > 0) as wallet,
      max(account_id) filter (where account_id in ${banks}) as bank
    from entry
    where event not in ${eventsOfSales}
    group by set_id, event, reference
  )`

const cashOuts = sql.lit(house.cashOutsInFlight)
const adjustments = sql.lit(house.adjustments)

export const rulesOfTransfers: Rule[] = [
  {
    name: 'every transfer is between the accounts of its event',
    query: sql`
      with ${transfers}
      select 'entry set ' || set_id || ' of ' || event || ' ' || reference || ' moves ' || amount || ' from account ' || source || ' to ' || sink as row
      from transfer
      where legs <> 2 or case event
        when 'deposit.approved' then source = bank and sink = wallet
        when 'deposit.cancelled' then source = wallet and sink = bank
        when 'cash_out.requested' then source = wallet and sink = ${cashOuts}
        when 'cash_out.paid' then source = ${cashOuts} and sink = bank
        when 'cash_out.rejected' then source = ${cashOuts} and sink = wallet
        when 'cash_out.returned' then source = bank and sink = wallet
        when 'cash.transferred' then source <> sink and source in ${banks} and sink in ${banks}
        when 'adjustment.booked' then ${adjustments} in (source, sink) and wallet in (source, sink)
      end is not true`,
  },
  {
    name: 'what is taken back or ended was there before, at the same accounts and of the same amount',
    query: sql`
      with ${transfers},
      follows (event, cause) as (
        values ('deposit.cancelled'::ledger_event, 'deposit.approved'::ledger_event), ('cash_out.paid', 'cash_out.requested'),
          ('cash_out.rejected', 'cash_out.requested'), ('cash_out.returned', 'cash_out.requested'), ('cash_out.returned', 'cash_out.paid')
      )
      select later.event || ' ' || later.reference || ' of ' || later.amount || ' follows ' || coalesce('one of ' || earlier.amount, 'no') || ' ' || follows.cause as row
      from transfer later join follows using (event)
      left join transfer earlier on earlier.reference = later.reference and earlier.event = follows.cause
      where earlier.set_id is null or earlier.amount <> later.amount or earlier.wallet <> later.wallet or earlier.bank <> later.bank`,
  },
  {
    name: 'a cash-out is paid or rejected, not both',
    query: sql`
      select 'cash-out ' || reference || ' was ended ' || count(*) || ' times' as row
      from entry where leg = 1 and event in ('cash_out.paid', 'cash_out.rejected') group by reference having count(*) > 1`,
  },
]
