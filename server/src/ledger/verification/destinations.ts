import { sql } from 'kysely'
import { type Rule, tolerance } from './rule.ts'

/*
 * Data without entries that decides where money will go: the accounts to which members pay, the open tickets, and the decisions that wait for a
 * second administrator. If such data is changed outside of the program, the next booking is consistent with the changed data, so only the audit can
 * show the change.
 */

/** The last audit row with one of these events for each subject. */
const lastOf = (...events: string[]) => sql`
  select distinct on (subject) subject, event, actor_id, after, at from audit where event in (${sql.join(events.map((event) => sql.lit(event)))}) order by subject, id desc`

export const rulesOfDestinations: Rule[] = [
  {
    name: 'an account that money goes to is the one that was entered',
    // An account of a member gets cash-outs some hours after it was entered.
    query: sql`
      select 'account ' || account.id || ' of member ' || member_id || ' ends with ' || right(account_no, 4) || ' at ' || bank_code || ' of ' || account_name
        || ' since ' || updated_at || ', the audit says ' || said.after || ' at ' || said.at as row
      from bank_account account join (${lastOf('bank_account.added', 'bank_account.changed')}) said on said.subject = account.id::text
      where (member_id, bank_code, right(account_no, 4), account_name)
        is distinct from (said.actor_id, said.after ->> 'bank', said.after ->> 'end', said.after ->> 'name')
        or updated_at not between said.at - ${tolerance} and said.at + ${tolerance}
      union all
      select 'method ' || method.id || ' is paid to ' || right(account_no, 4) || ' of ' || account_name || ' with the fee ' || fee_flat || ' and ' || fee_basis_points || ' basis points, the audit says ' || said.after
      from payment_method method join (${lastOf('payment_method.changed')}) said on said.subject = method.id::text
      where (right(account_no, 4), account_name, fee_flat, fee_basis_points::bigint)
        is distinct from (said.after ->> 'end', said.after ->> 'name', (said.after ->> 'feeflat')::bigint, (said.after ->> 'feebasispoints')::bigint)`,
  },
  {
    name: 'a ticket is of the member and the sum that it was made for, and names the account that its payer was to pay to',
    query: sql`
      select 'ticket ' || said.subject || ' is of member ' || coalesce(ticket.member_id::text, 'nobody') || ' and ' || coalesce(ticket.nominal, 0)
        || ', paid to ' || coalesce(nullif(right(ticket.account_no, 4), '') || ' of ' || ticket.account_name, 'the provider') || ', the audit says ' || said.after as row
      from (select subject, after from audit where event = 'deposit.created') said left join top_up ticket on ticket.id::text = said.subject
      where (ticket.member_id, ticket.nominal, coalesce(right(ticket.account_no, 4), ''), coalesce(ticket.account_name, ''))
        is distinct from ((said.after ->> 'member')::bigint, (said.after ->> 'nominal')::bigint, coalesce(said.after ->> 'end', ''), coalesce(said.after ->> 'name', ''))`,
  },
  {
    name: 'what was asked for at the provider is of the member and the ticket that it names',
    query: sql`
      select 'account ' || reference || ' is of member ' || member_id as row
      from payment_request, installation where kind = 'va' and reference <> 'VA-' || installation.code || '-' || member_id
      union all
      select 'question ' || reference || ' is about ticket ' || top_up_id
      from payment_request, installation where kind <> 'va' and reference <> 'TP-' || installation.code || '-' || top_up_id
      union all
      select 'question ' || reference || ' of member ' || ask.member_id || ' is about ticket ' || ticket.id || ' of member ' || ticket.member_id
      from payment_request ask join top_up ticket on ticket.id = ask.top_up_id where ticket.member_id <> ask.member_id`,
  },
  {
    name: 'a payer is shown the page, the code or the account that the provider answered',
    // The provider's answers are audited since the version that added this rule. The first such audit row names the newest request of that time.
    query: sql`
      select 'request ' || coalesce(ask.reference, said.subject || ', which is not there,') || ' shows ' || coalesce(account_no, url, qr, 'nothing') || ', the audit says ' || coalesce(said.after::text, 'nothing') as row
      from payment_request ask
      full join (${lastOf('payment_request.opened')}) said on said.subject = ask.id::text
      where ask.id is null or case
        when said.subject is null then num_nonnulls(account_no, url, qr, qr_drawn) > 0
          and ask.id > (select min((after ->> 'newest')::bigint) from audit where event = 'payment_request.opened')
        else encode(sha256(convert_to(jsonb_build_array(account_no, url, qr, qr_drawn)::text, 'utf8')), 'hex') <> said.after ->> 'digest'
      end`,
  },
  {
    name: 'what waits for a second administrator is what the first one asked for',
    // The audit contains a digest of the payload since the version that added this rule.
    query: sql`
      select 'decision ' || coalesce(asked.id::text, said.subject || ', which is not there,') || ' about ' || coalesce(asked.kind || ' ' || asked.subject, 'nothing')
        || ' of ' || coalesce(asked.amount::text, 'no sum') || ', asked for by ' || coalesce(asked.asked_by::text, 'nobody') || ', the audit says ' || coalesce(said.after::text, 'nothing') as row
      from approval_request asked full join (select subject, actor_id, after from audit where event = 'decision.asked') said on said.subject = asked.id::text
      where (asked.asked_by, asked.kind, asked.subject, asked.amount)
          is distinct from (said.actor_id, said.after ->> 'kind', said.after ->> 'subject', (said.after ->> 'amount')::bigint)
        or encode(sha256(convert_to(asked.payload::text, 'utf8')), 'hex') <> said.after ->> 'digest'`,
  },
  {
    name: 'a request for a second administrator was decided as the audit says, by the same person',
    query: sql`
      select 'decision ' || coalesce(asked.id::text, said.subject || ', which is not there,') || ' is ' || coalesce(asked.outcome, 'open') || ' by ' || coalesce(asked.decided_by::text, 'nobody')
        || ', the audit says ' || coalesce(said.event || ' by ' || said.actor_id, 'nothing') as row
      from approval_request asked
      full join (${lastOf('decision.approved', 'decision.rejected', 'decision.withdrawn', 'decision.lapsed')}) said on said.subject = asked.id::text
      where (asked.outcome, asked.decided_by) is distinct from (split_part(said.event, '.', 2), said.actor_id)`,
  },
  {
    name: 'a special price is the one that its seller gave',
    // Older versions wrote no audit row for a special price. Such prices have lower ids than the first price with an audit row.
    query: sql`
      select 'special price ' || given.id || ' of offer ' || given.offer_id || ' for member ' || given.buyer_id || ' is ' || given.price || ', the audit says ' || coalesce(said.after::text, 'nothing') as row
      from special_price given
      left join (
        select distinct on (subject) subject, after from audit where event in ('special_price.added', 'special_price.changed', 'special_price.removed') order by subject, id desc
      ) said on said.subject = given.id::text
      where given.archived_at is null
        and (said.subject is not null or given.id > (select min(subject::bigint) from audit where event = 'special_price.added'))
        and (given.offer_id, given.buyer_id, given.price)
          is distinct from ((said.after ->> 'offer')::bigint, (said.after ->> 'buyer')::bigint, (said.after ->> 'price')::bigint)`,
  },
  {
    name: 'a bill is sold for no less than it says',
    query: sql`select 'bill ' || id || ' of ' || bill || ' is sold for ' || price as row from inquiry where price < bill`,
  },
  {
    name: 'the program explains no money away but a transfer between own accounts, and a ticket of who uploaded the row',
    query: sql`
      select 'money ' || money.id || ' of ' || money.amount || ' left the books by nobody, and its row is ' || coalesce(shown.explained, 'none') as row
      from suspense_item money left join bank_statement shown on shown.id = money.statement_id
      where closed_how = 'explained' and closed_by is null and shown.explained is distinct from 'cash_transfer'
        -- A row that only its uploader reported explains his own ticket, approved by another administrator, when a feed confirms it.
        and not exists (
          select from statement_file told join top_up ticket on ticket.id = shown.explained_id and ticket.member_id = told.uploaded_by and ticket.how = 'admin'
          where told.id = shown.file_id and shown.explained = 'deposit' and shown.confirmed_at is not null
        )`,
  },
]
