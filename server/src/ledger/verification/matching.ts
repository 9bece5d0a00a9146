import { sql } from 'kysely'
import { type Rule, since } from './rule.ts'

/*
 * What must hold before a row of a bank explains a booking by itself, written a second time to find mistakes in the matching (funds, bank-statements).
 * Where the answer may have been another one when the row was matched, the row is not compared: a rule here names no row that was matched rightly.
 */

const marker = since('0020-words-of-feeds')

/** Deliveries, matching, and decisions of administrators have times of their own clocks and transactions, none of which takes so long. */
const atOnce = sql`interval '1 hour'`

/** Rows that the program has explained by a ticket. */
const paidByItself = sql`
  (select id, bank_code, amount, happened_at, has_time, explained_id, explained_at from bank_statement
    where explained = 'deposit' and explained_by is null and explained_at > ${marker})`

/** `topupFee` of the contract. */
const methodFee = (amount: ReturnType<typeof sql>) => sql`(method.fee_flat + (${amount} * method.fee_basis_points + 9999) / 10000)`

export const rulesOfMatching: Rule[] = [
  {
    name: 'no row pays a ticket by itself that was made after its money came',
    // What an administrator approved by hand may have been made a day later, and approved a week earlier.
    query: sql`
      select 'row ' || came.id || ' of ' || came.happened_at || ' explained ticket ' || ticket.id || ' since ' || ticket.created_at as row
      from ${paidByItself} came join top_up ticket on ticket.id = came.explained_id and ticket.state = 2
      where case
        when ticket.how = 'admin' then ticket.created_at >= came.happened_at + interval '1 day' or ticket.approved_at <= came.happened_at - interval '7 days'
        when came.happened_at > came.explained_at + ${atOnce} then true
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
      where sent.processed_at < came.explained_at - ${atOnce} and sent.processed_at < came.happened_at + interval '1 day'
        and case
          when sent.paid_at is null then sent.state = 1 or (sent.state = 3 and sent.ended_at > came.happened_at - interval '30 days')
          when sent.paid_at > came.explained_at + ${atOnce} then true
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
      from bank_statement where maybe_same_as is not null and explained <> 'new' and explained_by is null and created_at > ${marker}`,
  },
  {
    name: 'a row of which a feed says another sum explains nothing by itself',
    query: sql`
      select 'row ' || shown.id || ' of ' || shown.amount || ' is ' || shown.explained || ' ' || shown.explained_id || ', and ' || change.feed || ' had said ' || change.amount as row
      from statement_change change join bank_statement shown on shown.id = change.statement_id
      where change.amount <> shown.amount and change.reported_at < shown.explained_at - ${atOnce}
        and shown.explained_id is not null and shown.explained_by is null and shown.explained_at > ${marker}`,
  },
  {
    name: 'a row that only a file tells explains no ticket and no cash-out of who uploaded it',
    query: sql`
      select 'row ' || shown.id || ' explained ' || shown.explained || ' ' || shown.explained_id || ' of member ' || file.uploaded_by || ', who uploaded it' as row
      from bank_statement shown
      join statement_file file on file.id = shown.file_id
      left join top_up on shown.explained = 'deposit' and top_up.id = shown.explained_id
      left join cash_out on shown.explained = 'cash_out' and cash_out.id = shown.explained_id
      where shown.explained_by is null and shown.explained_at > ${marker} and coalesce(top_up.member_id, cash_out.member_id) = file.uploaded_by
        and coalesce(shown.confirmed_at > shown.explained_at + ${atOnce}, true)`,
  },
  {
    name: 'a ticket has the fee that its method asks for',
    // Tickets since the last change of their method are compared: what a method asked for before is not kept. A ticket without a deadline was made for
    // money that came, of which the largest sum is credited that leaves the fee.
    query: sql`
      select 'ticket ' || ticket.id || ' of ' || ticket.amount || ' has the fee ' || ticket.fee || ', not that of method ' || method.id as row
      from top_up ticket join payment_method method on method.id = ticket.method_id
      where ticket.created_at > greatest(method.updated_at, ${marker}) + ${atOnce} and ticket.how is distinct from 'opening' and case
        when ticket.expires_at is not null then ticket.fee <> ${methodFee(sql`ticket.amount`)}
        else ticket.amount + ${methodFee(sql`ticket.amount`)} > ticket.nominal
          or ticket.amount + 1 + ${methodFee(sql`(ticket.amount + 1)`)} <= ticket.nominal
      end`,
  },
  {
    name: 'a sale has the fee that the settings ask for',
    // Purchases since the last change of these settings are compared, whose defaults are zero: then no attempt was made under former ones.
    query: sql`
      select 'purchase ' || id || ' of ' || price || ' has the fee ' || fee as row
      from purchase
      where created_at > greatest((select max(at) from setting_change where name in ('sale.feeFlat', 'sale.feeBasisPoints')), ${marker}) + ${atOnce}
        and fee <> least(price, coalesce((select (value #>> '{}')::bigint from setting where name = 'sale.feeFlat'), 0)
          + price * coalesce((select (value #>> '{}')::bigint from setting where name = 'sale.feeBasisPoints'), 0) / 10000)`,
  },
]
