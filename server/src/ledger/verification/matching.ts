import { sql } from 'kysely'
import { type Rule, sinceMigration20, tolerance } from './rule.ts'

/*
 * What must hold before a row of a bank explains a booking by itself, written a second time to find mistakes in the matching (funds, bank-statements).
 * Where the answer may have been another one when the row was matched, the row is not compared: a rule here names no row that was matched rightly.
 */

/** Rows that the program has explained by a ticket. */
const paidByItself = sql`
  (select id, bank_code, amount, happened_at, has_time, explained_id, explained_at from bank_statement
    where explained = 'deposit' and explained_by is null and explained_at > ${sinceMigration20})`

export const rulesOfMatching: Rule[] = [
  {
    name: 'no row pays a ticket by itself that was made after its money came',
    // What an administrator approved by hand may have been made a day later, and approved a week earlier.
    query: sql`
      select 'row ' || came.id || ' of ' || came.happened_at || ' explained ticket ' || ticket.id || ' since ' || ticket.created_at as row
      from ${paidByItself} came join top_up ticket on ticket.id = came.explained_id and ticket.state = 2
      where case
        when ticket.how = 'admin' then ticket.created_at >= came.happened_at + interval '1 day' or ticket.approved_at <= came.happened_at - interval '7 days'
        when came.happened_at > came.explained_at + ${tolerance} then true
        when came.has_time then came.happened_at < ticket.created_at - interval '10 minutes'
        else came.happened_at < date_trunc('day', ticket.created_at, 'Asia/Jakarta')
      end`,
  },
  {
    name: 'no row pays a ticket by itself that may be the returned money of a cash-out',
    // A cash-out that was explained by a row, then or later, is not compared.
    query: sql`
      select 'row ' || came.id || ' of ' || came.amount || ' explained ticket ' || came.explained_id || ', and cash-out ' || sent.id || ' of this sum may have come back' as row
      from ${paidByItself} came join cash_out sent on sent.amount::numeric = came.amount
      where sent.processed_at < came.explained_at - ${tolerance} and sent.processed_at < came.happened_at + interval '1 day'
        and case
          when sent.paid_at is null then sent.state = 1 or (sent.state = 3 and sent.ended_at > came.happened_at - interval '30 days')
          when sent.paid_at > came.explained_at + ${tolerance} then true
          else sent.paid_how = 'hand' and sent.paid_from = came.bank_code and sent.paid_at > came.happened_at - interval '30 days'
        end
        and not exists (select from bank_statement where explained = 'cash_out' and explained_id = sent.id and amount > 0)
        and not exists (
          select from audit where event in ('statement.explained', 'statement.reopened') and after ->> 'kind' = 'cash_out'
            and after ->> 'reference' = sent.id::text
        )`,
  },
  {
    name: 'a row that may be the same as another one explains nothing by itself',
    query: sql`
      select 'row ' || id || ' is ' || explained || ', and may be the same as row ' || maybe_same_as as row
      from bank_statement where maybe_same_as is not null and explained <> 'new' and explained_by is null and created_at > ${sinceMigration20}`,
  },
  {
    name: 'a row of which a feed says another sum explains nothing by itself',
    query: sql`
      select 'row ' || shown.id || ' of ' || shown.amount || ' is ' || shown.explained || ' ' || shown.explained_id || ', and ' || change.feed || ' had said ' || change.amount as row
      from statement_change change join bank_statement shown on shown.id = change.statement_id
      where change.amount <> shown.amount and change.reported_at < shown.explained_at - ${tolerance}
        and shown.explained_id is not null and shown.explained_by is null and shown.explained_at > ${sinceMigration20}`,
  },
  {
    name: 'a row that only a file tells explains no ticket and no cash-out of who uploaded it',
    query: sql`
      select 'row ' || shown.id || ' explained ' || shown.explained || ' ' || shown.explained_id || ' of member ' || file.uploaded_by || ', who uploaded it' as row
      from bank_statement shown
      join statement_file file on file.id = shown.file_id
      left join top_up on shown.explained = 'deposit' and top_up.id = shown.explained_id
      left join cash_out on shown.explained = 'cash_out' and cash_out.id = shown.explained_id
      where shown.explained_by is null and shown.explained_at > ${sinceMigration20} and coalesce(top_up.member_id, cash_out.member_id) = file.uploaded_by
        and coalesce(shown.confirmed_at > shown.explained_at + ${tolerance}, true)`,
  },
]
