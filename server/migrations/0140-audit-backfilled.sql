-- What older versions did with money without a row in the audit gets one that says so, so that `ledger:check` asks for one whatever the date of a row.
-- Only what is older than the version that began to write them: of what is younger a missing row is a finding. A purchase may have been forced twice, and its
-- refund be in the audit where its success is not.
insert into audit (event, address, subject_kind, subject, after)
with since as (
  select min(applied_at) filter (where name like '0025-decisions%') as forces, min(applied_at) filter (where name like '0033-%') as tickets,
    min(applied_at) filter (where name like '0040-%') as cash_moves
  from migration
),
older as (
  select 'purchase.forced ' || purchase_id as subject, member_id as actor, jsonb_build_object('status', from_state) as before,
    jsonb_build_object('status', to_state) as after
  from purchase_force, since where at < since.forces
  union all
  select 'deposit.opened ' || id, approved_by, null, jsonb_build_object('member', member_id, 'received', received)
  from deposit, since where how = 'opening' and approved_at < since.tickets
  union all
  select 'adjustment.booked ' || id, coalesce(second_by, asked_by), null,
    jsonb_build_object('member', member_id, 'amount', amount) || case when second_by is null then '{}' else jsonb_build_object('askedby', asked_by) end
  from adjustment, since where created_at < since.cash_moves
  union all
  select 'cash.transferred ' || id, coalesce(second_by, asked_by), null, jsonb_build_object('from', from_code, 'to', to_code, 'amount', amount)
  from cash_transfer, since where created_at < since.cash_moves
  union all
  select 'cash.corrected ' || id, coalesce(second_by, asked_by), null, jsonb_build_object('code', cash_code, 'kind', kind, 'amount', amount)
  from cash_correction, since where created_at < since.cash_moves
  union all
  -- How stocks were counted until now, as one sum per seller.
  select 'stock.counted ' || seller_id, null, null, jsonb_build_object('pieces', sum(change))
  from stock_count join offer on offer.id = offer_id group by seller_id
  union all
  select 'setting.changed ' || name, null, null, jsonb_build_object('value', value)
  from setting
  where name ~ '^(sale|money|cashOut|topup|disputes)\.|^purchases\.secondAdminFrom$|^offers\.cutWithProof$'
    and value is distinct from (select after -> 'value' from audit where event = 'setting.changed' and subject = setting.name order by id desc limit 1)
  union all
  select 'member.blocked ' || id, null, null, jsonb_build_object('status', 0)
  from member
  where status = 0 and coalesce((
    select event in ('member.unblocked', 'account.reopened') from audit
    where subject_kind = 'member' and subject = member.id::text and event in ('member.blocked', 'member.unblocked', 'account.closed', 'account.reopened')
    order by audit.id desc limit 1
  ), true)
),
noted as (
  select older.* from older
  where not exists (
    select from audit
    where audit.event = split_part(older.subject, ' ', 1) and audit.subject = split_part(older.subject, ' ', 2) and older.subject !~ '^(member|stock|setting)'
      and (older.before is null or audit.before @> older.before)
  )
)
select 'audit.backfilled', 'migration 0140', 'booking', subject, jsonb_build_object('actor', actor, 'before', before, 'after', after) from noted;

-- Processes of the version before settle debts without a row in the audit until the last of them is gone. This one looks when they commit.
create function backfill_settlement() returns trigger language plpgsql as $$
begin
  insert into audit (event, address, subject_kind, subject, after)
  select 'audit.backfilled', 'version before', 'booking', 'debt.settled ' || new.id, jsonb_build_object('actor', null, 'before', null,
    'after', jsonb_build_object('member', new.seller_id, 'amount', new.amount, 'cause', new.cause))
  where not exists (select from audit where subject_kind = 'debt_settlement' and subject = new.id::text and event = 'debt.settled');
  return null;
end $$;
create constraint trigger settlement_in_audit after insert on debt_settlement deferrable initially deferred
  for each row execute function backfill_settlement();

-- Those before it, after the trigger is there: what was not committed yet when it came it has waited for, and is seen only from here on.
insert into audit (event, address, subject_kind, subject, after)
select 'audit.backfilled', 'migration 0140', 'booking', 'debt.settled ' || id, jsonb_build_object('actor', null, 'before', null,
  'after', jsonb_build_object('member', seller_id, 'amount', amount, 'cause', cause))
from debt_settlement
where not exists (select from audit where event = 'debt.settled' and subject = debt_settlement.id::text);

insert into audit (event, address, subject_kind, subject, after)
select 'audit.backfilled', 'migration 0140', 'booking', 'all', jsonb_build_object('rows', count(*), 'offers', (select count(*) from offer))
from audit where event = 'audit.backfilled' and address = 'migration 0140';
