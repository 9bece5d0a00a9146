import { sql } from 'kysely'
import { house } from '../chart.ts'
import type { Rule } from './rule.ts'

const receivable = sql.lit(house.sellerReceivable)

/** What refunds, sales and payments out of its balance changed in what a seller owes; more is positive. */
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
    // In the order of the sets: what a seller owes is locked before their numbers are taken.
    query: sql`
      select 'entry set ' || set_id || ' leaves seller ' || seller_id || ' with a debt of ' || owed as row
      from (select seller_id, set_id, sum(change) over (partition by seller_id order by set_id) as owed from (${changes}) changes) debts
      where owed < 0`,
  },
  {
    name: 'a refund becomes a debt only where the seller has nothing left',
    query: sql`
      select 'entry set ' || owed.set_id || ' makes a debt of ' || -owed.amount || ' and leaves wallet ' || taken.account_id || ' with ' || taken.balance_after as row
      from entry owed join entry taken on taken.set_id = owed.set_id and taken.account_id > 0 and taken.amount < 0
      where owed.account_id = ${receivable} and owed.event = 'purchase.refunded' and taken.balance_after <> 0`,
  },
]
