import { sql } from 'kysely'
import { type Rule, since } from './rule.ts'

/*
 * Rows and columns because of which money is not credited, or only after an administrator was asked. Nothing is booked by them: if one is removed outside
 * of the program, the next booking agrees with what is left, so only the audit can show it.
 */

const sinceMigration23 = since('0023-doubts-in-audit')

/** Rows of a bank with higher ids were stored by a version that records each of these doubts. */
const newestBefore = sql`
  (select min((after ->> 'newest')::bigint) from audit
    where event in ('statement.is_reversal', 'statement.maybe_same', 'statement.restated') and at > ${sinceMigration23})`

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
]
