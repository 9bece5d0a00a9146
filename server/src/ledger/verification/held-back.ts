import { sql } from 'kysely'
import { type Rule, since, tolerance } from './rule.ts'

/*
 * Rows and columns because of which money is not credited, or only after an administrator was asked. Nothing is booked by them: if one is removed outside
 * of the program, the next booking agrees with what is left, so only the audit can show it.
 */

const sinceMigration23 = since('0023-doubts-in-audit')

/** Rows of a bank with higher ids were stored by a version that records each of these doubts. */
const newestBefore = sql`
  (select min((after ->> 'newest')::bigint) from audit
    where event in ('statement.is_reversal', 'statement.maybe_same', 'statement.restated') and at > ${sinceMigration23})`

/** The last of these events of each member, if it is the first one and one administrator caused it alone, while the removed one still counts. */
const removedAlone = (removed: string, ...ended: string[]) => sql`
  select subject, actor_id, at from (
    select distinct on (subject) subject, event, actor_id, after, at from audit
    where event in (${sql.join([removed, ...ended].map((event) => sql.lit(event)))}) and coalesce(after ->> 'role', 'ROLE_ADMIN') = 'ROLE_ADMIN'
    order by subject, id desc
  ) newest
  where event = ${sql.lit(removed)} and actor_id is not null and after ->> 'askedby' is null and at > now() - interval '3 days'`

export const rulesOfHeldBack: Rule[] = [
  {
    name: 'a row of a bank is a reversal exactly where the audit says so',
    // What a reversal may take back pays no ticket by itself, and a person explains the reversal.
    query: sql`
      select 'row ' || coalesce(shown.id::text, said.subject) || ' is ' || case when shown.id is null then 'no' else 'a' end || ' reversal, the audit says '
        || coalesce('that ' || said.source || ' reported one', 'nothing') as row
      from (select id from bank_statement where is_reversal) shown
      full join (select subject, min(after ->> 'source') as source from audit where event = 'statement.is_reversal' group by subject) said
        on said.subject = shown.id::text
      where shown.id is null or (said.subject is null and shown.id > ${newestBefore})`,
  },
  {
    name: 'a row of a bank may be the same as the one that the audit says, until an administrator decides',
    query: sql`
      select 'row ' || coalesce(shown.id::text, said.subject || ', which is not there,') || ' is ' || coalesce(shown.explained, 'nothing') || ' and may be the same as '
        || coalesce('row ' || shown.maybe_same_as, 'none') || ', the audit says ' || coalesce('row ' || said.other, 'nothing') as row
      from bank_statement shown
      full join (select subject, (after ->> 'other')::bigint as other from audit where event = 'statement.maybe_same') said on said.subject = shown.id::text
      left join (select distinct subject from audit where event in ('statement.explained', 'statement.reopened')) decided on decided.subject = said.subject
      where case
        when shown.id is null then true
        when said.subject is null then shown.maybe_same_as is not null and shown.id > ${newestBefore}
        when decided.subject is null then (shown.explained, shown.explained_by, shown.maybe_same_as) is distinct from ('new', null::bigint, said.other)
        else shown.maybe_same_as is not null
      end`,
  },
  {
    name: 'what a feed says otherwise of a row of a bank is what the audit says',
    // Money of such a row pays no ticket by itself, and an administrator names the other sum. After some restatements of a row the audit records no more.
    // Older audit rows do not say how often a feed restated the row; they only show that it was.
    query: sql`
      select 'row ' || coalesce(change.statement_id::text, said.subject) || ' is ' || coalesce(change.amount::text, 'not restated') || ' by ' || coalesce(change.feed, said.feed)
        || ', ' || coalesce(change.times, 0) || ' times, the audit says ' || coalesce(said.amount || ', ' || said.times || ' times', 'nothing') as row
      from statement_change change
      full join (
        select distinct on (subject, after ->> 'feed') subject, after ->> 'feed' as feed, (after ->> 'amount')::numeric as amount,
          (after ->> 'at')::timestamptz as happened_at, (after ->> 'times')::integer as times
        from audit where event = 'statement.restated' and after ->> 'times' is not null and at > ${sinceMigration23}
        order by subject, after ->> 'feed', id desc
      ) said on said.subject = change.statement_id::text and said.feed = change.feed
      left join (select distinct subject from audit where event = 'statement.restated' and after ->> 'final' = 'true') ended
        on ended.subject = coalesce(change.statement_id::text, said.subject)
      where case
        when change.statement_id is null then true
        when said.subject is null then change.statement_id > ${newestBefore} and ended.subject is null
        when change.times = said.times then (change.amount, change.happened_at) is distinct from (said.amount, said.happened_at)
        else change.times < said.times or ended.subject is null
      end
      union all
      select 'row ' || restated.subject || ' is restated by nobody, the audit says that it was'
      from (select distinct subject from audit where event = 'statement.restated') restated
      left join statement_change change on change.statement_id::text = restated.subject
      where change.statement_id is null`,
  },
  {
    name: 'a cash-out is in process since the audit says so',
    // The money of a cash-out that was in process may have left, and may come back: a row of its sum pays no ticket by itself.
    query: sql`
      select 'cash-out ' || coalesce(ticket.id::text, said.subject) || ' was processed at ' || coalesce(processed_at::text, 'no time') || ', the audit says '
        || coalesce(said.at::text, 'nothing') as row
      from (select id, processed_at from cash_out where processed_at is not null) ticket
      full join (select subject, at from audit where event = 'cash_out.processed') said on said.subject = ticket.id::text
      where (processed_at between said.at - ${tolerance} and said.at + ${tolerance}) is not true`,
  },
  {
    name: 'an administrator whom another one removed alone counts as a second one for as long as the audit says',
    // Otherwise who removed him would decide about money alone.
    query: sql`
      select 'administrator ' || removed.subject || ' was removed by ' || removed.actor_id || ' at ' || removed.at || ', and counts as removed by '
        || coalesce(counted.blocked_by || ' at ' || counted.blocked_at, 'nobody') as row
      from (
        ${removedAlone('role.taken', 'role.given')}
        union all
        select blocked.* from (${removedAlone('member.blocked', 'member.unblocked')}) blocked
        join (select member_id::text as administrator from member_role join role on role.id = role_id where name = 'ROLE_ADMIN') members
          on administrator = blocked.subject
      ) removed
      left join blocked_administrator counted on counted.member_id::text = removed.subject
      where (counted.blocked_by = removed.actor_id and counted.blocked_at > removed.at - ${tolerance}) is not true`,
  },
]
