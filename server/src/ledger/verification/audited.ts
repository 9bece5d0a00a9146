import { sql } from 'kysely'
import type { Rule } from './rule.ts'

/*
 * Compares acts about money with the audit, which cannot be changed. A row that was forged or changed together with its entries has no matching audit
 * row. Each audit row must also have its business row, so that a deleted business row is found.
 */

/** All rows that acts created or changed, each with the event, the subject, the actor, and the values that the audit row must have. */
const acts = sql`
  select 'adjustment.booked' as event, id, coalesce(second_by, asked_by) as actor, null::jsonb as before,
    jsonb_build_object('member', member_id, 'amount', amount) || case when second_by is null then '{}' else jsonb_build_object('askedby', asked_by) end as after
  from adjustment
  union all
  select 'cash.transferred', id, coalesce(second_by, asked_by), null, jsonb_build_object('from', from_code, 'to', to_code, 'amount', amount) from cash_transfer
  union all
  select 'cash.corrected', id, coalesce(second_by, asked_by), null, jsonb_build_object('code', cash_code, 'kind', kind, 'amount', amount) from cash_correction
  union all
  -- A ticket approved by hand counts as paid at the provider once its payment is reported, which the audit has too.
  select 'deposit.approved', id, approved_by, null,
    jsonb_build_object('member', member_id, 'received', received, 'credited', credited, 'how', case when proved.ticket is null then how when how = 'gateway' then 'admin' end)
  from top_up left join (select distinct subject as ticket from audit where event = 'deposit.proved') proved on proved.ticket = top_up.id::text
  where approved_at is not null and how <> 'opening'
  union all
  select 'deposit.opened', id, approved_by, null, jsonb_build_object('member', member_id, 'received', received)
  from top_up where how = 'opening'
  union all
  select 'deposit.taken_back', id, ended_by, null, jsonb_build_object('member', member_id, 'credited', credited) from top_up where state = 4 and approved_at is not null
  union all
  select 'cash_out.requested', id, member_id, null, jsonb_build_object('member', member_id, 'amount', amount, 'bank', bank_code, 'end', right(account_no, 4), 'kasus', kasus) from cash_out
  union all
  select 'cash_out.paid', id, approved_by, null, jsonb_build_object('member', member_id, 'amount', amount, 'from', paid_from) from cash_out where paid_at is not null
  union all
  select 'cash_out.rejected', id, ended_by, null, jsonb_build_object('member', member_id, 'amount', amount) from cash_out where state = 3
  union all
  select 'cash_out.withdrawn', id, ended_by, null, '{}' from cash_out where state = 4 and paid_at is null
  union all
  select 'cash_out.returned', id, returned_by, null, jsonb_build_object('member', member_id, 'amount', amount) from cash_out where returned_at is not null
  union all
  select 'payout.asked', cash_out_id, asked_by, null, jsonb_build_object('reference', reference, 'amount', amount) from payout
  union all
  -- Whose word it is: of two, the first one's.
  select 'purchase.forced', purchase_id, null, jsonb_build_object('status', from_state), jsonb_build_object('status', to_state)
  from purchase_force
  union all
  select 'debt.settled', id, null, null, jsonb_build_object('member', seller_id, 'amount', amount, 'cause', cause) from debt_settlement
  union all
  select 'dispute.begun', id, buyer_id, null, jsonb_build_object('purchase', purchase_id) from dispute
  union all
  select 'dispute.withdrawn', id, ended_by, null, '{}' from dispute where state = 4
  union all
  select 'dispute.rejected', id, ended_by, null, '{}' from dispute where state = 3`

const events = sql`('adjustment.booked', 'cash.transferred', 'cash.corrected', 'deposit.approved', 'deposit.opened', 'deposit.taken_back', 'cash_out.requested',
  'cash_out.paid', 'cash_out.rejected', 'cash_out.withdrawn', 'cash_out.returned', 'payout.asked', 'purchase.forced', 'debt.settled', 'dispute.begun', 'dispute.withdrawn', 'dispute.rejected')`

const audited = sql`select event, subject, actor_id, before, after from audit where event in ${events}`

/** The last decision of an administrator about each row of a bank. Without a booking that the row shows, the row is noted as not the platform's. */
const lastOfRows = sql`
  select distinct on (subject) id, subject, event, actor_id, reason,
    case when after ->> 'reference' is null and event = 'statement.explained' then 'noted' else after ->> 'kind' end as kind,
    case when after ->> 'kind' <> 'noted' then (after ->> 'reference')::bigint end as reference
  from audit where event in ('statement.explained', 'statement.reopened') order by subject, id desc`

/** Settings that someone could change for his own benefit: fees, limits of money, when a new account gets money, and the limits from which a second administrator is needed. */
const moneySettings =
  '^(sale|money|cashOut|topup|disputes|bankAccounts)\\.|^purchases\\.secondAdminFrom$|^offers\\.priceCutStepUpBasisPoints$'

export const rulesOfAudit: Rule[] = [
  {
    name: 'what was done with money stands in the audit, by who did it and of that sum',
    query: sql`
      select acts.event || ' ' || acts.id || coalesce(' by ' || acts.actor, '') || ': the audit does not say ' || acts.after as row
      from (${acts}) acts
      where not exists (
        select from (${audited}) told
        where told.event = acts.event and told.subject = acts.id::text
          and (acts.event = 'purchase.forced' or told.actor_id is not distinct from acts.actor)
          and told.after @> acts.after and (acts.before is null or told.before @> acts.before)
      ) and not (acts.after = '{}' and exists (
        select from (${audited}) told where told.event = acts.event and told.subject = acts.id::text and told.actor_id is not distinct from acts.actor
      ))`,
  },
  {
    name: 'what the audit tells of money has its row',
    query: sql`
      select told.event || ' ' || told.subject || ' has no row' as row
      from (${audited}) told
      where not exists (select from (${acts}) acts where acts.event = told.event and acts.id::text = told.subject)`,
  },
  {
    name: 'the word of a person about a purchase is that of who the audit names',
    query: sql`
      select 'purchase ' || said.purchase_id || ' was forced by ' || said.member_id || ', of whom the audit does not say so' as row
      from purchase_force said
      where not exists (
        select from (${audited}) told
        where event = 'purchase.forced' and subject = said.purchase_id::text and (before ->> 'status')::integer = said.from_state
          and said.member_id = coalesce((after ->> 'askedby')::bigint, actor_id)
      )`,
  },
  {
    name: 'a balance is adjusted by two administrators, and a second one agreed to what is said to be of two',
    // Equal bookings are counted against equal approvals, since one approval is the witness of one booking.
    query: sql`
      select booked.act || ' ' || booked.id || ' of ' || booked.amount || ' was asked for by ' || coalesce(booked.asked_by::text, 'nobody')
        || ' and agreed to by ' || coalesce(booked.second_by::text, 'nobody') || ': booked ' || booked.times || ' times, agreed to ' || coalesce(agreed.times, 0) || ' times' as row
      from (
        select act, move, asked_by, second_by, abs(amount) as amount, min(id) as id, count(*) as times
        from (
          select 'adjustment' as act, id, amount, asked_by, second_by, true as always,
            jsonb_build_object('act', 'adjustment', 'member', member_id, 'amount', amount) as move
          from adjustment
          union all
          select 'transfer', id, amount, asked_by, second_by, false, jsonb_build_object('act', 'transfer', 'from', from_code, 'to', to_code, 'amount', amount) from cash_transfer
          union all
          select 'correction', id, amount, asked_by, second_by, false, jsonb_build_object('act', 'correction', 'code', cash_code, 'kind', kind, 'amount', amount) from cash_correction
        ) bookings
        where always or second_by is not null
        group by act, move, asked_by, second_by, abs(amount)
      ) booked
      left join (
        select payload - 'reffclient' as move, asked_by, decided_by, amount, count(*) as times
        from approval_request where kind = 'cash.move' and outcome = 'approved' group by payload - 'reffclient', asked_by, decided_by, amount
      ) agreed on agreed.move = booked.move and agreed.asked_by = booked.asked_by and agreed.decided_by = booked.second_by and agreed.amount = booked.amount
      where booked.times > coalesce(agreed.times, 0)`,
  },
  {
    name: 'a dispute ends as the refund that ended it: by the same person, for the same reason',
    query: sql`
      select 'dispute ' || dispute.id || ' about purchase ' || dispute.purchase_id || ' was decided by ' || ended_by || ' (' || coalesce(verdict, '') || '), the refund was not' as row
      from dispute
      where state = 2 and not exists (
        select from purchase_force said
        where said.purchase_id = dispute.purchase_id and said.from_state = 1 and said.member_id = dispute.ended_by
          and said.description is not distinct from dispute.verdict
      )`,
  },
  {
    name: 'who explained money away, or gave it to its owner by hand, stands in the audit',
    query: sql`
      select 'money ' || money.id || ' of ' || money.amount || ' was ' || closed_how || ' by ' || closed_by || ', of whom the audit does not say so' as row
      from suspense_item money
      where closed_by is not null and closed_how in ('assigned', 'explained') and not exists (
        select from (select event, subject, actor_id, after from audit
          where event in ('unmatched.assigned', 'unmatched.released', 'statement.explained', 'deposit.approved')) told
        where told.actor_id = money.closed_by and case told.event
          when 'statement.explained' then money.closed_how = 'explained' and told.subject = money.statement_id::text
          when 'unmatched.released' then money.closed_how = 'explained' and told.subject = money.id::text and (told.after ->> 'amount')::bigint = money.amount
          when 'unmatched.assigned' then money.closed_how = 'assigned' and told.subject = money.id::text and (told.after ->> 'amount')::bigint = money.amount
          else money.closed_how = 'assigned' and told.subject = money.top_up_id::text
        end
      )`,
  },
  {
    name: 'money without an owner is of the bank, the sum and the source that it came with',
    // Money without an owner is audited since the version that added this rule. Older money has lower ids than the first that is audited.
    query: sql`
      select 'money ' || coalesce(money.id::text, said.subject || ', which is not there,') || ' of ' || coalesce(money.amount, 0) || ' at ' || coalesce(money.cash_code, 'no bank')
        || ', the audit says ' || coalesce(said.after::text, 'nothing') as row
      from suspense_item money
      full join (select subject, after from audit where event = 'unmatched.received') said on said.subject = money.id::text
      where (said.subject is not null or money.id > (select min(subject::bigint) from audit where event = 'unmatched.received'))
        and (money.cash_code, money.amount, money.statement_id, money.gateway_payment_id)
          is distinct from (said.after ->> 'bank', (said.after ->> 'amount')::bigint, (said.after ->> 'statement')::bigint, (said.after ->> 'payment')::bigint)`,
  },
  {
    name: 'a row of a bank is explained as the audit says, and without an administrator only as the program explains rows',
    // Money given to a ticket has its own audit row, which the rules above compare. A ticket that is taken back frees its row, so that an older
    // decision about the row no longer counts; the program never explains a row that an administrator has reopened.
    query: sql`
      select 'row ' || coalesce(shown.id::text, said.subject || ', which is not there,') || ' is ' || coalesce(shown.explained, 'nothing') || ' ' || coalesce(shown.explained_id, 0)
        || ' by ' || coalesce(shown.explained_by::text, 'the program') || ' (' || coalesce(shown.why, '') || '), the audit says '
        || coalesce(said.event || ' ' || said.kind || ' ' || coalesce(said.reference, 0) || ' by ' || said.actor_id || ' (' || coalesce(said.reason, '') || ')', 'nothing') as row
      from bank_statement shown
      full join (${lastOfRows}) said on said.subject = shown.id::text
      left join top_up ticket on shown.explained = 'deposit' and ticket.id = shown.explained_id
      left join (select statement_id, top_up_id, closed_by from suspense_item where closed_how = 'assigned') given
        on shown.explained = 'deposit' and given.statement_id = shown.id and given.top_up_id = shown.explained_id
      left join (
        select had.statement_id, max(taken.id) as id
        from (
          select statement_id::text, top_up_id::text as ticket from suspense_item where closed_how = 'assigned' and statement_id is not null
          union all
          select subject, after ->> 'reference' from audit where event = 'statement.explained' and after ->> 'kind' = 'deposit'
        ) had
        join (select id, subject from audit where event = 'deposit.taken_back') taken on taken.subject = had.ticket
        group by had.statement_id
      ) freed on freed.statement_id = shown.id::text
      where shown.id is null or case
        when given.top_up_id is not null then shown.explained_by is distinct from given.closed_by
        when shown.explained_by is null and (said.id is null or freed.id > said.id) then case shown.explained
          when 'deposit' then (ticket.how in ('statement', 'admin')) is not true
          else shown.explained in ('correction', 'noted')
        end
        when said.event = 'statement.explained' then (shown.explained, shown.explained_id, shown.explained_by, shown.why)
          is distinct from (said.kind, said.reference, said.actor_id, said.reason)
        when said.event = 'statement.reopened' then shown.explained not in ('new', 'unmatched') or (shown.explained_by, shown.why) is distinct from (said.actor_id, said.reason)
        else true
      end`,
  },
  {
    name: 'a claim about a purchase is of the kind and for the reason that it began with',
    query: sql`
      select 'dispute ' || dispute.id || ' is called a ' || kind || ' for ' || dispute.reason || ', and began as ' || coalesce(begun.after::text, 'nothing') as row
      from dispute
      left join (select subject, after from audit where event = 'dispute.begun') begun on begun.subject = dispute.id::text
      where (kind, dispute.reason) is distinct from (coalesce(begun.after ->> 'kind', 'dispute'), begun.after ->> 'reason')`,
  },
  {
    name: 'a cash-out closed the account of its member exactly where the audit says so',
    query: sql`
      select 'cash-out ' || coalesce(ticket.id::text, closed.ticket) || ' of member ' || coalesce(ticket.member_id::text, closed.member) || ' closed its account at '
        || coalesce(closed_account_at::text, 'no time') || ', the audit says ' || coalesce(closed.at::text, 'nothing') as row
      from (select id, member_id, closed_account_at from cash_out where closed_account_at is not null) ticket
      full join (select after ->> 'cashout' as ticket, subject as member, at from audit where event = 'account.closed') closed
        on closed.ticket = ticket.id::text and closed.member = ticket.member_id::text
      where (closed_account_at between closed.at - interval '1 hour' and closed.at + interval '1 hour') is not true`,
  },
  {
    name: 'an account is shut as the audit says, and its wallet with it',
    // An account is locked while it is shut or opened, so its audit rows have ids in the order of these events.
    query: sql`
      select 'member ' || member.id || ' is at ' || status || ', its wallet is ' || case when shut then 'shut' else 'open' end || ', the audit says ' || coalesce(last.event, 'nothing') as row
      from member
      left join wallet on wallet.member_id = member.id
      left join (
        select distinct on (subject) subject, event
        from audit where event in ('member.blocked', 'member.unblocked', 'account.closed', 'account.reopened')
        order by subject, id desc
      ) last on last.subject = member.id::text
      where (status = 0) <> coalesce(last.event in ('member.blocked', 'account.closed'), false) or shut <> (status = 0)`,
  },
  {
    name: 'the counts of stocks of a seller sum to what the audit says that was counted',
    // Counts are compared as sums, since a nightly job merges old counts.
    query: sql`
      select 'seller ' || coalesce(counted.seller, noted.seller, 'that is not there') || ' counted ' || coalesce(counted.pieces, 0) || ' pieces, the audit says ' || coalesce(noted.pieces, 0) as row
      from (
        select seller_id::text as seller, sum(change) as pieces from stock_count left join offer on offer.id = offer_id group by seller_id
      ) counted
      full join (
        select subject as seller, sum((after ->> 'pieces')::bigint) as pieces from audit where event = 'stock.counted' group by subject
      ) noted on noted.seller = counted.seller
      where coalesce(counted.pieces, 0) <> coalesce(noted.pieces, 0)`,
  },
  {
    name: 'a ticket ended unpaid as the audit says: rejected or cancelled, and by whom',
    // Who cancelled a ticket decides whether late money still pays it. Only a payment at the provider, or money given to a ticket that expired, does.
    query: sql`
      select 'ticket ' || coalesce(ticket.id::text, said.subject || ', which is not there,') || ' is at ' || coalesce(state::text, 'no state') || ', ended by ' || coalesce(ended_by::text, 'nobody')
        || ', the audit says ' || coalesce(said.event || ' by ' || coalesce(said.actor_id::text, 'nobody'), 'nothing') as row
      from top_up ticket
      full join (
        select distinct on (subject) subject, event, actor_id from audit where event in ('deposit.rejected', 'deposit.cancelled') order by subject, id desc
      ) said on said.subject = ticket.id::text
      where case
        when state = 3 then (said.event, said.actor_id) is distinct from ('deposit.rejected', ended_by)
        when state = 4 and approved_at is null then (said.event, said.actor_id) is distinct from ('deposit.cancelled', ended_by)
        else said.event is not null and (said.event = 'deposit.cancelled' and (how = 'gateway' or how = 'assigned' and said.actor_id is null)) is not true
      end`,
  },
  {
    name: 'a difference was ended as the audit says: by the same person, for the same reason',
    // A comparison that finds a difference again reopens it, if it did not exist when it was ended.
    query: sql`
      select 'difference ' || coalesce(ended.id::text, said.subject || ', which is not ended,') || ' of ' || coalesce(ended.day::text, 'no day') || ' was ended by ' || coalesce(ended_by::text, 'nobody')
        || ', the audit says ' || coalesce('by ' || said.actor_id || ' ' || said.after, 'nothing') as row
      from (select * from reconciliation_difference where ended_at is not null) ended
      full join (
        select * from (
          select distinct on (subject) subject, event, actor_id, after, reason
          from audit where event in ('reconciliation.ended', 'reconciliation.reopened') order by subject, id desc
        ) newest where event = 'reconciliation.ended'
      ) said on said.subject = ended.id::text
      where (ended_by, scope, kind, day::text, reference, ended_reason)
        is distinct from (said.actor_id, said.after ->> 'scope', said.after ->> 'kind', said.after ->> 'day', said.after ->> 'reference', said.reason)`,
  },
  {
    name: 'a payout that failed was said to have failed',
    query: sql`
      select 'payout ' || reference || ' failed, of which the audit does not know' as row
      from payout
      where state = 'failed' and not exists (
        select from (select subject, after ->> 'reference' as reference from audit where event in ('payout.failed', 'payout.called_lost')) told
        where told.subject = payout.cash_out_id::text and told.reference = payout.reference
      )`,
  },
  {
    name: 'a failed payout is contradicted exactly where the audit says so',
    // A contradiction keeps administrators from paying the cash-out again and from rejecting it. Older events do not say which one it is.
    query: sql`
      select 'payout ' || payout.reference || ' failed, contradicted by ' || coalesce(payout.contradiction, 'nothing') || ', the audit says ' || coalesce(told.event || ' ' || told.contradiction, told.event, 'nothing') as row
      from payout
      left join (
        select distinct on (after ->> 'reference') after ->> 'reference' as reference, event, after ->> 'contradiction' as contradiction
        from audit where event in ('payout.failed', 'payout.called_lost', 'payout.contradicted') order by after ->> 'reference', id desc
      ) told on told.reference = payout.reference
      where state = 'failed' and payout.contradiction is distinct from
        case when told.event = 'payout.contradicted' then coalesce(told.contradiction, payout.contradiction, 'nothing') end`,
  },
  {
    name: 'a payout is missing at the provider since when the audit says so',
    // Whoever calls a payout lost needs no second administrator after an hour. The audit has the number of a payout since it has this event.
    query: sql`
      select 'payout ' || payout.reference || ' is missing since ' || missing_since || ', the audit says ' || coalesce(said.since::text, 'nothing') as row
      from payout
      left join (select after ->> 'reference' as reference from audit where event = 'payout.asked' and after ->> 'number' is not null) asked on asked.reference = payout.reference
      left join (
        select distinct on (after ->> 'reference') after ->> 'reference' as reference, (after ->> 'since')::timestamptz as since
        from audit where event = 'payout.missing' order by after ->> 'reference', id desc
      ) said on said.reference = payout.reference
      where missing_since is not null and case when said.since is null then asked.reference is not null else said.since <> missing_since end`,
  },
  {
    name: 'a row that a file told was confirmed by a feed exactly where the audit says so',
    // A row that no feed confirmed counts as the word of who uploaded its file. The audit has a digest of a file since it has this event.
    query: sql`
      select 'row ' || coalesce(shown.id::text, said.subject) || ' of file ' || coalesce(shown.file_id::text, 'none') || ' was confirmed at ' || coalesce(shown.confirmed_at::text, 'no time')
        || ', the audit says ' || coalesce('by ' || said.feed, 'nothing') as row
      from (select id, file_id, confirmed_at from bank_statement where confirmed_at is not null and file_id is not null) shown
      full join (select subject, min(after ->> 'feed') as feed from audit where event = 'statement.confirmed' group by subject) said on said.subject = shown.id::text
      left join (select subject from audit where event = 'statement.file_stored' and after ->> 'digest' is not null) stored on stored.subject = shown.file_id::text
      where shown.id is null or said.subject is null and stored.subject is not null`,
  },
  {
    name: 'a rule about money is the one that was set',
    query: sql`
      select 'setting ' || coalesce(name, subject) || ' is ' || coalesce(value::text, 'unset') || ', the audit says ' || coalesce(said::text, 'nothing') as row
      from (select name, value from setting where name ~ ${moneySettings}) stands
      full join (
        select distinct on (subject) subject, after -> 'value' as said
        from audit where event = 'setting.changed' and subject ~ ${moneySettings}
        order by subject, id desc
      ) changed on changed.subject = name
      where value is distinct from said`,
  },
]
