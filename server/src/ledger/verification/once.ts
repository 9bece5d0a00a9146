import { sql } from 'kysely'
import type { Rule } from './rule.ts'

/** Finds rows that a unique index or key would refuse, in case that index or key is missing. `n` is the number of rows with the same key. */
const doubles = sql`
  select 'event ' || event || ' ' || reference as what, count(distinct set_id) as n from entry group by event, reference having count(distinct set_id) > 1
  union all
  select 'wallet ' || member_id, count(*) from wallet group by member_id having count(*) > 1
  union all
  select 'debt of seller ' || seller_id, count(*) from seller_debt group by seller_id having count(*) > 1
  union all
  select 'open transfer of ' || nominal || ' at ' || cash_code, count(*) from top_up where state in (0, 1) and channel = 'transfer'
  group by cash_code, nominal having count(*) > 1
  union all
  select 'open ticket of ' || nominal || ' at the own account of member ' || member_id, count(*) from top_up where state in (0, 1) and channel = 'va'
  group by member_id, nominal having count(*) > 1
  union all
  select 'ticket ' || reffclient || ' of member ' || member_id, count(*) from top_up where reffclient is not null group by member_id, reffclient having count(*) > 1
  union all
  select 'cash-out under way of member ' || member_id, count(*) from cash_out where state in (0, 1) group by member_id having count(*) > 1
  union all
  select 'cash-out ' || reffclient || ' of member ' || member_id, count(*) from cash_out where reffclient is not null group by member_id, reffclient having count(*) > 1
  union all
  select 'number of both kinds of tickets ' || id, count(*) from (select id from top_up union all select id from cash_out) tickets group by id having count(*) > 1
  union all
  select 'payout ' || number || ' of cash-out ' || cash_out_id, count(*) from payout group by cash_out_id, number having count(*) > 1
  union all
  select 'payout under way of cash-out ' || cash_out_id, count(*) from payout where state in ('new', 'asking', 'unknown', 'waits') group by cash_out_id having count(*) > 1
  union all
  select 'payout that paid cash-out ' || cash_out_id, count(*) from payout where state in ('succeeded', 'reversed') group by cash_out_id having count(*) > 1
  union all
  select 'row of a bank about ' || explained || ' ' || explained_id, count(*) from bank_statement where explained_id is not null
  group by explained, explained_id, amount > 0 having count(*) > 1
  union all
  select 'row ' || nth || ' of a bank, told alike', count(*) from bank_statement group by fingerprint, nth having count(*) > 1
  union all
  select 'money that waits of row ' || statement_id, count(*) from suspense_item where closed_at is null and statement_id is not null group by statement_id having count(*) > 1
  union all
  select 'money that waits of payment ' || gateway_payment_id, count(*) from suspense_item where closed_at is null and gateway_payment_id is not null
  group by gateway_payment_id having count(*) > 1
  union all
  select 'money given to ticket ' || top_up_id, count(*) from suspense_item where top_up_id is not null group by top_up_id having count(*) > 1
  union all
  select 'payment ' || provider_payment_id || ' at the provider', count(*) from gateway_payment group by kind, provider_payment_id having count(*) > 1
  union all
  select 'payment at the provider in ticket ' || top_up_id, count(*) from gateway_payment where top_up_id is not null group by top_up_id having count(*) > 1
  union all
  select 'question of ticket ' || top_up_id, count(*) from payment_request where top_up_id is not null group by top_up_id having count(*) > 1
  union all
  select 'own account at the provider of member ' || member_id, count(*) from payment_request where kind = 'va' group by member_id having count(*) > 1
  union all
  select 'purchase ' || reffclient || ' of buyer ' || buyer_id, count(*) from purchase group by buyer_id, reffclient having count(*) > 1
  union all
  select 'attempt ' || number || ' of purchase ' || purchase_id, count(*) from attempt group by purchase_id, number having count(*) > 1
  union all
  select 'attempt under way of purchase ' || purchase_id, count(*) from attempt where state <= 3 group by purchase_id having count(*) > 1
  union all
  select kind || ' about purchase ' || purchase_id, count(*) from dispute group by kind, purchase_id having count(*) > 1
  union all
  select 'booking by hand ' || reffclient, count(*)
  from (
    select 'transfer' as act, reffclient from cash_transfer union all select 'adjustment', reffclient from adjustment union all select 'correction', reffclient from cash_correction
  ) bookings
  where reffclient is not null group by act, reffclient having count(*) > 1
  union all
  select 'stock of offer ' || offer_id, count(*) from offer_stock group by offer_id having count(*) > 1`

/** Uniqueness and foreign keys, checked independently of indexes and constraints. */
export const rulesOfKeys: Rule[] = [
  { name: 'what is once is there once', query: sql`select what || ' is there ' || n || ' times' as row from (${doubles}) doubles` },
  {
    name: 'payouts of a cash-out are numbered from 1 without a gap',
    query: sql`
      select 'cash-out ' || cash_out_id || ' has ' || count(*) || ' payouts, numbered from ' || min(number) || ' to ' || max(number) as row
      from payout group by cash_out_id having min(number) <> 1 or max(number) <> count(*)`,
  },
  {
    name: 'what a row of money names is there',
    query: sql`
      select 'money ' || money.id || ' names row ' || money.statement_id || ' of a bank, which is not there' as row
      from suspense_item money left join bank_statement shown on shown.id = money.statement_id where money.statement_id is not null and shown.id is null
      union all
      select 'money ' || money.id || ' names payment ' || money.gateway_payment_id || ', which is not there'
      from suspense_item money left join gateway_payment payment on payment.id = money.gateway_payment_id
      where money.gateway_payment_id is not null and payment.id is null
      union all
      select 'money ' || money.id || ' names ticket ' || money.top_up_id || ', which is not there'
      from suspense_item money left join top_up on top_up.id = money.top_up_id where money.top_up_id is not null and top_up.id is null
      union all
      select 'payout ' || payout.reference || ' names cash-out ' || cash_out_id || ', which is not there'
      from payout left join cash_out on cash_out.id = cash_out_id where cash_out.id is null
      union all
      select 'row ' || shown.id || ' names file ' || shown.file_id || ', which is not there'
      from bank_statement shown left join statement_file on statement_file.id = shown.file_id where shown.file_id is not null and statement_file.id is null
      union all
      select 'dispute ' || dispute.id || ' names purchase ' || purchase_id || ', which is not there'
      from dispute left join purchase on purchase.id = purchase_id where purchase.id is null
      union all
      select 'ticket ' || ticket.id || ' names ticket ' || ticket.beside || ' beside it, which is not there'
      from top_up ticket left join top_up given on given.id = ticket.beside where ticket.beside is not null and given.id is null`,
  },
  {
    name: 'a ticket says the sums that it was made with',
    query: sql`
      select 'ticket ' || id || ' of ' || nominal || ' has the amount ' || amount || ', the fee ' || fee || ' and the code ' || code as row
      from top_up where nominal <> amount + fee + code or amount <= 0 or fee < 0
      union all
      select 'ticket ' || id || ' of ' || received || ' credited ' || credited || ' with the fee ' || fee from top_up where credited <> received - fee`,
  },
  {
    name: 'a payment at the provider is of the sum that was asked for',
    query: sql`
      select 'payment ' || payment.id || ' of ' || payment.amount || ' was asked for as ' || ask.amount as row
      from gateway_payment payment join payment_request ask on ask.kind = payment.kind and ask.reference = payment.reference
      where payment.state = 'credited' and ask.kind <> 'va' and ask.amount <> payment.amount`,
  },
  {
    name: 'a kept file of a bank has the rows that it told',
    query: sql`
      select 'file ' || file.id || ' told ' || file.added || ' new rows, ' || coalesce(stored.rows, 0) || ' are there' as row
      from statement_file file left join (select file_id, count(*) as rows from bank_statement where file_id is not null group by file_id) stored on stored.file_id = file.id
      where file.added <> coalesce(stored.rows, 0)
      union all
      select 'file ' || id || ' is not what was uploaded' from statement_file where content <> '' and sha256(content) <> sha256
      union all
      select 'file ' || coalesce(file.id::text, said.subject || ', which is not there,') || ' of ' || coalesce(file.bank_code, 'no bank') || ' has ' || coalesce(file.rows, 0) || ' rows, '
        || coalesce(file.added, 0) || ' of them new, uploaded by ' || coalesce(file.uploaded_by::text, 'nobody') || ', the audit says ' || coalesce(said.after::text, 'nothing')
      from statement_file file
      full join (select subject, actor_id, after from audit where event = 'statement.file_stored') said on said.subject = file.id::text
      where (file.bank_code, file.rows::bigint, file.added::bigint, file.uploaded_by)
          is distinct from (said.after ->> 'bank', (said.after ->> 'rows')::bigint, (said.after ->> 'added')::bigint, said.actor_id)
        -- The audit contains a digest of the content since the version that added this comparison.
        or encode(file.sha256, 'hex') <> said.after ->> 'digest'
      union all
      select 'row ' || shown.id || ' of ' || shown.bank_code || ' is of a file of ' || file.bank_code
      from bank_statement shown join statement_file file on file.id = shown.file_id where file.bank_code <> shown.bank_code`,
  },
]
