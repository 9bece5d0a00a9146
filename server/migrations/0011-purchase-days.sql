-- Purchases are found by day through their numbers, because every index on them is paid for by every order.

-- A day with something pending is not summed.
alter table purchase_day add check (transactionrc in (1, 2));

-- The number at which purchases of a moment begin, by halving. All before it are older but for those that drew their number
-- late; null when nothing is as young. Never a sequential scan, whatever was known of the table when planned.
create function purchase_id_at(moment timestamptz) returns bigint language plpgsql stable strict parallel safe set enable_seqscan = off as $$
declare
  low bigint;
  high bigint;
  probe record;
begin
  select min(id), max(id) + 1 into low, high from purchase;
  while low < high loop
    select id, created_at into probe from purchase where id >= low + (high - low) / 2 order by id limit 1;
    if probe.created_at is null or probe.created_at >= moment then
      high := low + (high - low) / 2;
    else
      low := probe.id + 1;
    end if;
  end loop;
  return (select low where exists (select from purchase where id >= low));
end $$;

-- Numbers among which all purchases of [from_at, until_at) are, null being open. A purchase has the time at which its
-- statement began and draws its number later, but within the statement's 30 seconds: a minute more on both sides misses none.
-- The thousand numbers beyond that are for a clock that was put back.
create function purchase_ids(from_at timestamptz, until_at timestamptz, out first bigint, out beyond bigint)
  language sql stable parallel safe
  return (
    case when from_at is null then 0 else coalesce(purchase_id_at(from_at - interval '1 minute'), (select max(id) from purchase), 0) - 1000 end,
    coalesce(purchase_id_at(until_at + interval '1 minute') + 1000, 9223372036854775807)
  );
