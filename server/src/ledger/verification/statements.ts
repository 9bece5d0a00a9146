import { sql } from 'kysely'
import type { Rule } from './rule.ts'

/** What banks say against what the books say of it. */
export const rulesOfStatements: Rule[] = [
  {
    name: 'a row of a bank shows one thing, of its bank and sum',
    query: sql`
      select 'row ' || shown.id || ' shows ' || shown.explained || ' ' || shown.explained_id || ', which is none of its bank and sum' as row
      from bank_statement shown
      left join top_up on shown.explained = 'deposit' and top_up.id = shown.explained_id
        and top_up.state = 2 and top_up.cash_code = shown.bank_code and top_up.received = shown.amount
        -- What is paid at the provider counts as money of a bank too.
        and top_up.channel = 'transfer'
      left join cash_out on shown.explained = 'cash_out' and cash_out.id = shown.explained_id
        and cash_out.paid_from = shown.bank_code and cash_out.amount = abs(shown.amount) and (shown.amount < 0 or cash_out.returned_at is not null)
      left join cash_transfer on shown.explained = 'cash_transfer' and cash_transfer.id = shown.explained_id
        and case when shown.amount < 0 then cash_transfer.from_code else cash_transfer.to_code end = shown.bank_code
        and cash_transfer.amount = abs(shown.amount)
      left join cash_correction on shown.explained = 'correction' and cash_correction.id = shown.explained_id
        and cash_correction.cash_code = shown.bank_code and cash_correction.amount = shown.amount
      where shown.explained_id is not null and coalesce(top_up.id, cash_out.id, cash_transfer.id, cash_correction.id) is null`,
  },
  {
    name: 'every ticket that a bank paid has its row',
    query: sql`
      select 'ticket ' || top_up.id || ' was paid by a row that is not there' as row
      from top_up
      left join bank_statement shown on shown.explained = 'deposit' and shown.explained_id = top_up.id
      where top_up.how = 'statement' and top_up.state = 2 and shown.id is null`,
  },
  {
    name: 'money waits for its owner exactly as long as its row of a bank says so',
    query: sql`
      select 'row ' || coalesce(shown.id, money.statement_id) || ' of ' || coalesce(shown.amount, 0) || ', waiting ' || coalesce(money.amount, 0) as row
      from (select id, bank_code, amount from bank_statement where explained = 'unmatched') shown
      full join (select statement_id, cash_code, amount from suspense_item where closed_at is null and statement_id is not null) money
        on money.statement_id = shown.id
      where shown.amount is distinct from money.amount or shown.bank_code is distinct from money.cash_code`,
  },
  {
    name: 'money without an owner is shown by a row of a bank or by a payment at the provider',
    query: sql`
      select 'money ' || id || ' of ' || amount || ' at ' || cash_code as row
      from suspense_item where num_nonnulls(statement_id, gateway_payment_id) <> 1`,
  },
  {
    // Whatever was said and taken back, it is in one ticket that stands, or waits, or left the books.
    name: 'money that a row of a bank shows is once where its row says',
    query: sql`
      select 'row ' || shown.id || ' of ' || shown.amount || ' is ' || shown.explained || ' ' || coalesce(shown.explained_id, 0) || ': its money counts ' || money.times || ' times' as row
      from bank_statement shown
      join (
        select statement_id, count(*) filter (where closed_at is null or closed_how = 'explained' or given.state = 2) as times,
          bool_or(closed_at is null) as waits, bool_or(closed_how = 'explained') as left_the_books,
          max(top_up_id) filter (where given.state = 2) as ticket
        from suspense_item left join top_up given on given.id = suspense_item.top_up_id
        group by statement_id
      ) money on money.statement_id = shown.id
      where money.times <> 1 or case shown.explained
        when 'new' then true
        when 'unmatched' then not money.waits
        when 'deposit' then not money.left_the_books and money.ticket is distinct from shown.explained_id
        else not money.left_the_books
      end`,
  },
]
