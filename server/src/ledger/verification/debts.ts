import { sql } from 'kysely'
import { platformAccounts } from '../chart.ts'
import type { Rule } from './rule.ts'

const receivable = sql.lit(platformAccounts.sellerReceivable)

/** Changes of a seller's debt by refunds, sales and payments from its balance; an increase is positive. */
const changes = sql`
  select attempt.seller_id, entry.set_id, -entry.amount as change
  from entry join attempt on attempt.id = entry.reference where entry.account_id = ${receivable} and entry.event <> 'debt.settled'
  union all
  select debt_settlement.seller_id, entry.set_id, -entry.amount
  from entry join debt_settlement on debt_settlement.id = entry.reference where entry.account_id = ${receivable} and entry.event = 'debt.settled'`

export const rulesOfDebts: Rule[] = [
  {
    name: 'what each seller owes is what the books say',
    query: sql`
      select 'seller ' || seller_id || ' owes ' || coalesce(debt.amount, 0) || ', the books say ' || coalesce(booked.total, 0) as row
      from seller_debt debt full join (select seller_id, sum(change) as total from (${changes}) changes group by seller_id) booked using (seller_id)
      where coalesce(debt.amount, 0) <> coalesce(booked.total, 0)`,
  },
  {
    name: 'no seller pays back more than it owes',
    // In the order of set numbers: the debt is locked before they are drawn.
    query: sql`
      select 'entry set ' || set_id || ' leaves seller ' || seller_id || ' with a debt of ' || owed as row
      from (select seller_id, set_id, sum(change) over (partition by seller_id order by set_id) as owed from (${changes}) changes) debts
      where owed < 0`,
  },
  {
    name: 'a refund becomes a debt only where the seller has nothing left',
    // Reads the balance of the wallet, since a refund that becomes a debt completely has no leg of the wallet.
    query: sql`
      select 'entry set ' || owed.set_id || ' makes a debt of ' || -owed.amount || ' and leaves wallet ' || attempt.seller_id || ' with ' || stood.balance_after as row
      from entry owed join attempt on attempt.id = owed.reference
      cross join lateral (
        select balance_after from entry where account_id = attempt.seller_id and account_id > 0 and set_id <= owed.set_id order by set_id desc, leg desc limit 1
      ) stood
      where owed.account_id = ${receivable} and owed.event = 'purchase.refunded' and stood.balance_after <> 0`,
  },
  {
    name: 'a seller that owes pays it out of its sales first',
    // An order that ends while a refund becomes a debt may not see the debt yet; a debt that is an hour old is always visible.
    query: sql`
      select 'attempt ' || reference || ' paid ' || recovered || ' of a debt of ' || owed || ', and its seller got ' || paid as row
      from (
        select set_id, reference, recovered, paid, at,
          coalesce(sum(change) over earlier, 0) as owed, max(at) filter (where change > 0) over earlier as grew
        from (
          select attempt.seller_id, entry.set_id, entry.reference, min(entry.at) as at,
            coalesce(-sum(entry.amount) filter (where account_id = ${receivable}), 0) as change,
            case when entry.event = 'purchase.settled' then coalesce(sum(entry.amount) filter (where account_id = ${receivable}), 0) end as recovered,
            coalesce(sum(entry.amount) filter (where account_id = attempt.seller_id), 0) as paid
          from (
            select distinct attempt.seller_id from entry join attempt on attempt.id = entry.reference
            where entry.account_id = ${receivable} and entry.event = 'purchase.refunded'
          ) owing
          join attempt on attempt.seller_id = owing.seller_id
          join entry on entry.reference = attempt.id and entry.event in ('purchase.settled', 'purchase.refunded')
          group by attempt.seller_id, entry.set_id, entry.reference, entry.event
          union all
          select debt_settlement.seller_id, entry.set_id, entry.reference, entry.at, -entry.amount, null, 0
          from entry join debt_settlement on debt_settlement.id = entry.reference where entry.account_id = ${receivable} and entry.event = 'debt.settled'
        ) steps
        window earlier as (partition by seller_id order by set_id rows between unbounded preceding and 1 preceding)
      ) sales
      where recovered < owed and paid > 0 and grew < at - interval '1 hour'`,
  },
  {
    name: 'no cash-out is asked for by who owes',
    // A cash-out and a refund both lock the debt before they draw their set numbers.
    query: sql`
      select 'cash-out ' || reference || ' was asked for by member ' || seller_id || ', who owed ' || owed as row
      from (
        select seller_id, event, reference, sum(change) over (partition by seller_id order by set_id) as owed
        from (
          select seller_id, set_id, change, null::ledger_event as event, null::bigint as reference from (${changes}) changes
          union all
          select account_id, set_id, 0, event, reference from entry where account_id > 0 and event = 'cash_out.requested'
        ) steps
      ) asked
      where event is not null and owed > 0`,
  },
]
